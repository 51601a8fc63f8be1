import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMetadata, pythonPackages } from "../../../../src/tables/packages/python-packages.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { recordedHost, temporaryHost } from "../../../helpers/host.ts";

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
    closePaths(debian, (path) => path.startsWith("/home/")),
  );
  expect(rows).toHaveLength(2);
  expect(gaps).toEqual([
    { reason: "denied", detail: "/home/ada/.local/lib: permission denied" },
    { reason: "denied", detail: "/home/ada/.local/lib64: permission denied" },
  ]);
});

test("any text is parsed without an error", () => {
  fc.assert(fc.property(fc.string(), (text) => parseMetadata(`Name: a\n${text}`)?.name === "a"));
});
