import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hash } from "../../../../src/tables/files/hash.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { scanTable } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const files = { "/etc/a": "abc", "/etc/b": "", "/etc/sub/c": "x" };

test("digests are those of the known vectors", () => {
  const { rows } = scanTable(hash, temporaryHost(files), [
    { column: "path", op: "=", value: "/etc/a" },
  ]);
  expect(rows).toEqual([
    {
      path: "/etc/a",
      directory: "/etc",
      md5: "900150983cd24fb0d6963f7d28e17f72",
      sha1: "a9993e364706816aba3e25717850c26c9cd0d89d",
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    },
  ]);
});

test("a folder's files are hashed, its folders and absent files aren't", () => {
  const scan = (column: string, value: string) =>
    scanTable(hash, temporaryHost(files), [{ column, op: "=", value }]).rows.map((row) => row.path);
  expect(scan("directory", "/etc")).toEqual(["/etc/a", "/etc/b"]);
  expect(scan("path", "/etc/sub")).toEqual([]);
  expect(scan("path", "/etc/none")).toEqual([]);
});

test("a closed file is a gap", () => {
  const host = closePaths(temporaryHost(files), (path) => path === "/etc/a");
  const { rows, gaps } = scanTable(hash, host, [{ column: "directory", op: "=", value: "/etc" }]);
  expect(rows.map((row) => row.path)).toEqual(["/etc/b"]);
  expect(gaps).toEqual([{ reason: "denied", detail: "/etc/a: permission denied" }]);
});

test("a file too large to hash is a gap", () => {
  const host = temporaryHost(files);
  const large = {
    ...host,
    stat: (path: string) => Object.assign(host.stat(path), { size: 2 ** 30 }),
  };
  const { rows, gaps } = scanTable(hash, large, [{ column: "path", op: "=", value: "/etc/a" }]);
  expect(rows).toEqual([]);
  expect(gaps).toMatchObject([{ reason: "error" }]);
});

test("a file is read once for a join, and again when it has changed or a minute has passed", () => {
  const real = temporaryHost(files);
  let nowMs = 0;
  const reads: string[] = [];
  const host = {
    ...real,
    now: () => nowMs,
    chunks(path: string) {
      reads.push(path);
      return real.chunks(path);
    },
  };
  const sha1 = () =>
    scanTable(hash, host, [{ column: "path", op: "=", value: "/etc/a" }]).rows[0]?.sha1;
  const before = sha1();
  expect(sha1()).toBe(before);
  expect(reads).toHaveLength(1);
  writeFileSync(real.path("/etc/a"), "xyz");
  expect(sha1()).toBe("66b27417d37e024c46526c2f6d358a754fc552f3");
  nowMs = 61_000;
  sha1();
  expect(reads).toHaveLength(3);
});

test("digests that the statement doesn't read are not computed", () => {
  const constraints = [{ column: "path", op: "=" as const, value: "/etc/a" }];
  const rows = [
    ...hash.scan(
      temporaryHost(files),
      constraints,
      () => {},
      (column) => column === "sha1",
    ),
  ];
  expect(rows).toEqual([
    { path: "/etc/a", directory: "/etc", sha1: "a9993e364706816aba3e25717850c26c9cd0d89d" },
  ]);
});
