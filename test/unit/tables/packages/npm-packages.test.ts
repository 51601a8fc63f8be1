import fc from "fast-check";
import { expect, test } from "vitest";
import { npmPackages, parsePackageJson } from "../../../../src/tables/packages/npm-packages.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const files = {
  "/etc/passwd": "root:x:0:0::/root:/bin/sh\n",
  "/usr/lib/node_modules/npm/package.json":
    '{"name":"npm","version":"10.8.2","license":"Artistic-2.0","author":{"name":"GitHub Inc."}}',
  "/usr/lib/node_modules/npm/node_modules/semver/package.json":
    '{"name":"semver","version":"7.6.0"}',
  "/usr/lib/node_modules/@scope/tool/package.json": '{"name":"@scope/tool","version":"1.0.0"}',
  "/usr/lib/node_modules/broken/package.json": '{"name":',
  "/root/.nvm/versions/node/v22.0.0/lib/node_modules/pm2/package.json": '{"name":"pm2"}',
};

test("the modules of a folder that the statement names are read", () => {
  const host = temporaryHost({
    "/srv/app/node_modules/left-pad/package.json": '{"name":"left-pad"}',
  });
  expect(npmPackages.input?.read(host, "/srv/app/", () => {})).toMatchObject([
    {
      name: "left-pad",
      directory: "/srv/app/",
      path: "/srv/app/node_modules/left-pad/package.json",
      depth: 1,
    },
  ]);
});

test("global packages are found with their depth, scoped ones and nvm's too, a broken one isn't", async () => {
  const { rows, gaps } = await npmPackages.collect(temporaryHost(files));
  expect(rows.map(({ name, version, depth }) => [name, version, depth])).toEqual([
    ["@scope/tool", "1.0.0", 1],
    ["npm", "10.8.2", 1],
    ["semver", "7.6.0", 2],
    ["pm2", null, 1],
  ]);
  expect(rows[1]).toMatchObject({
    author: "GitHub Inc.",
    license: "Artistic-2.0",
    directory: "/usr/lib",
  });
  expect(gaps).toEqual([]);
});

test("a closed folder is a gap", async () => {
  const host = closePaths(temporaryHost(files), (path) => path === "/usr/lib/node_modules");
  const { gaps } = await npmPackages.collect(host);
  expect(gaps).toEqual([{ reason: "denied", detail: "/usr/lib/node_modules: permission denied" }]);
});

test("any JSON is a package or none", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, text) => {
      const row = parsePackageJson(JSON.stringify(value)) ?? parsePackageJson(text);
      expect(row === undefined || typeof row.name === "string").toBe(true);
    }),
  );
});
