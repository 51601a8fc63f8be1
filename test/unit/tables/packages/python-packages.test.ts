import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMetadata, pythonPackages } from "../../../../src/tables/packages/python-packages.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { hostTree, recordedHost, temporaryHost } from "../../../helpers/host.ts";

const debian = recordedHost("system-debian");

test("the packages of a folder that the statement names are read", () => {
  const host = temporaryHost({ "/srv/venv/six-1.dist-info/METADATA": "Name: six\nVersion: 1\n" });
  expect(pythonPackages.input?.read(host, "/srv/venv/", () => {})).toMatchObject([
    { name: "six", version: "1", directory: "/srv/venv/", path: "/srv/venv/six-1.dist-info" },
  ]);
});

test("packages of the system and of an account are found, a broken one isn't", async () => {
  const { rows, gaps } = await pythonPackages.collect(debian);
  expect(rows.map(({ name, version, uid }) => [name, version, uid])).toEqual([
    ["requests", "2.28.1", 0],
    ["six", "1.16.0", 0],
    ["rich", "13", 1000],
  ]);
  expect(gaps).toEqual([]);
});

test("a closed home is a gap", async () => {
  const { rows, gaps } = await pythonPackages.collect(
    closePaths(debian, (path) => path.startsWith("/home/ada")),
  );
  expect(rows).toHaveLength(2);
  expect(gaps).toEqual([{ reason: "denied", detail: "/home/ada: permission denied" }]);
});

const home = "/home/ada";
const packageIn = (prefix: string, name: string) => ({
  [`${prefix}/lib/python3.12/site-packages/${name}-1.dist-info/METADATA`]: `Name: ${name}\nVersion: 1\n`,
});

test("interpreters and environments of their own have packages too", async () => {
  const host = hostTree({
    files: {
      "/etc/passwd": `ada:x:1000:1000::${home}:/bin/sh\n`,
      [`${home}/.conda/environments.txt`]: "/data/elsewhere\n",
      ...packageIn(`${home}/.pyenv/versions/3.12.1`, "of-pyenv"),
      ...packageIn(`${home}/.local/share/pipx/venvs/black`, "of-pipx"),
      ...packageIn(`${home}/.local/share/uv/tools/ruff`, "of-uv"),
      ...packageIn(`${home}/miniconda3`, "of-conda"),
      ...packageIn(`${home}/miniconda3/envs/ml`, "of-environment"),
      ...packageIn("/data/elsewhere", "listed-by-conda"),
      ...packageIn(`${home}/projects/shop/.venv`, "of-project"),
      ...packageIn("/srv/shop/venv", "of-service"),
      "/srv/shop/venv/lib/python3.12/site-packages/old.egg/EGG-INFO/PKG-INFO":
        "Name: of-egg\nVersion: 2\n",
    },
    links: { [`${home}/.pyenv/versions/latest`]: "3.12.1", "/srv/current": "shop/venv" },
  });
  const { rows, gaps } = await pythonPackages.collect(host);
  expect(gaps).toEqual([]);
  expect(rows.map(({ name, uid }) => [name, uid]).sort()).toEqual([
    ["listed-by-conda", 1000],
    ["of-conda", 1000],
    ["of-egg", 0],
    ["of-environment", 1000],
    ["of-pipx", 1000],
    ["of-project", 1000],
    ["of-pyenv", 1000],
    ["of-service", 0],
    ["of-uv", 1000],
  ]);
  expect(rows.find(({ name }) => name === "of-pyenv")?.directory).toContain("/3.12.1/");
  expect(rows.find(({ name }) => name === "of-service")?.directory).toContain("/srv/shop/venv/");
});

test("any text is parsed without an error", () => {
  fc.assert(fc.property(fc.string(), (text) => parseMetadata(`Name: a\n${text}`)?.name === "a"));
});
