import { chmodSync, statSync, symlinkSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { file } from "../../../../src/tables/files/file.ts";
import { parsePathPattern } from "../../../../src/tables/parsers/path-pattern.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { scanTable } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

function makeHost() {
  const host = temporaryHost({
    "/etc/passwd": "",
    "/etc/ssh/sshd_config": "Port 22\n",
    "/etc/ssh/keys/host.pem": "",
    "/etc/ssh/a_b": "",
    "/etc/ssh/axb": "",
    "/proc/1/stat": "",
    "/srv/x.PEM": "",
  });
  chmodSync(host.path("/etc/ssh/sshd_config"), 0o4640);
  symlinkSync("sshd_config", host.path("/etc/ssh/link"));
  symlinkSync("nowhere", host.path("/etc/ssh/dangling"));
  symlinkSync("..", host.path("/etc/ssh/keys/up"));
  return host;
}
const paths = (column: string, op: "=" | "LIKE" | "GLOB", value: string) =>
  scanTable(file, makeHost(), [{ column, op, value }])
    .rows.map((row) => row.path)
    .sort();

test("one path gives one row with the file's numbers", () => {
  const { rows } = scanTable(file, makeHost(), [
    { column: "path", op: "=", value: "/etc/ssh/sshd_config" },
    { column: "path", op: "LIKE", value: "/etc/%%" },
  ]);
  expect(rows).toMatchObject([
    {
      path: "/etc/ssh/sshd_config",
      directory: "/etc/ssh",
      filename: "sshd_config",
      mode: "4640",
      size: 8,
      type: "regular",
      symlink: 0,
    },
  ]);
});

test("a folder gives its children and not theirs", () => {
  const children = ["a_b", "axb", "dangling", "keys", "link", "sshd_config"];
  expect(paths("directory", "=", "/etc/ssh")).toEqual(children.map((name) => `/etc/ssh/${name}`));
  expect(paths("directory", "LIKE", "/etc/%")).toHaveLength(children.length);
});

test("slashes at the end stay as the statement has them", () => {
  const { rows } = scanTable(file, makeHost(), [
    { column: "directory", op: "=", value: "/etc/ssh/keys/" },
  ]);
  expect(rows).toMatchObject([
    { path: "/etc/ssh/keys/host.pem", directory: "/etc/ssh/keys/", filename: "host.pem" },
    { path: "/etc/ssh/keys/up", directory: "/etc/ssh/keys/", filename: "up" },
  ]);
  const [folder] = scanTable(file, makeHost(), [{ column: "path", op: "=", value: "/etc/" }]).rows;
  expect(folder).toMatchObject({ path: "/etc/", directory: "/etc", filename: "." });
});

test("a pattern with a slash at its end finds folders, with one too", () => {
  expect(paths("path", "LIKE", "/etc/%/")).toEqual(["/etc/ssh/"]);
  expect(paths("path", "LIKE", "/etc/%/k%/")).toEqual(["/etc/ssh/keys/"]);
  expect(paths("path", "LIKE", "/etc/%%/")).toEqual([
    "/etc/ssh/",
    "/etc/ssh/keys/",
    "/etc/ssh/keys/up/",
  ]);
  const { rows } = scanTable(file, makeHost(), [
    { column: "directory", op: "LIKE", value: "/etc/ssh/k%/" },
  ]);
  expect(rows).toMatchObject([
    { path: "/etc/ssh/keys/host.pem", directory: "/etc/ssh/keys/" },
    { path: "/etc/ssh/keys/up", directory: "/etc/ssh/keys/" },
  ]);
  expect(paths("directory", "LIKE", "/etc/ssh/keys/")).toEqual(
    paths("directory", "=", "/etc/ssh/keys"),
  );
});

test("% is one level, %% any depth, _ one character, and links are not followed", () => {
  expect(paths("path", "LIKE", "/etc/%")).toEqual(["/etc/passwd", "/etc/ssh"]);
  expect(paths("path", "LIKE", "/etc/ssh/a_b")).toEqual(["/etc/ssh/a_b", "/etc/ssh/axb"]);
  expect(paths("path", "LIKE", "/etc/%/sshd%")).toEqual(["/etc/ssh/sshd_config"]);
  expect(paths("path", "LIKE", "/etc/ssh/keys/%%")).toEqual([
    "/etc/ssh/keys/host.pem",
    "/etc/ssh/keys/up",
  ]);
});

test("plain SQL LIKE looks everywhere, whatever the case, but not in the kernel's trees", () => {
  expect(paths("path", "LIKE", "%.pem")).toEqual(["/etc/ssh/keys/host.pem", "/srv/x.PEM"]);
  expect(paths("path", "LIKE", "/%%")).toContain("/proc");
  expect(paths("path", "LIKE", "/%%")).not.toContain("/proc/1");
  expect(paths("path", "=", "/proc/1/stat")).toEqual(["/proc/1/stat"]);
});

test("GLOB looks below its first wildcard, relative paths and patterns of nothing find nothing", () => {
  expect(paths("path", "GLOB", "/etc/ssh/k*")).toContain("/etc/ssh/keys/host.pem");
  expect(paths("path", "GLOB", "/etc/ssh/k*")).not.toContain("/etc/passwd");
  expect(paths("path", "GLOB", "*.pem")).toContain("/etc/ssh/keys/host.pem");
  expect(paths("directory", "GLOB", "/etc/ssh")).toHaveLength(6);
  expect(paths("path", "=", "etc/passwd")).toEqual([]);
  expect(paths("path", "LIKE", "/none/%%")).toEqual([]);
});

test("a link shows what it leads to, a dangling one", () => {
  const one = (value: string) =>
    scanTable(file, makeHost(), [{ column: "path", op: "=", value }]).rows[0];
  expect(one("/etc/ssh/link")).toMatchObject({
    symlink: 1,
    symlink_target_path: "sshd_config",
    mode: "4640",
    type: "regular",
  });
  expect(one("/etc/ssh/dangling")).toMatchObject({ symlink: 1, type: "symlink" });
  expect(one("/etc/absent")).toBeUndefined();
});

test("a link has the file system of what it leads to", () => {
  const host = temporaryHost({});
  symlinkSync("/proc", host.path("/elsewhere"));
  const filesystemOf = (path: string) =>
    scanTable(file, host, [{ column: "path", op: "=", value: path }]).rows[0]?.filesystem;
  expect(filesystemOf("/elsewhere")).toBe(statSync("/proc").dev);
  expect(filesystemOf("/")).toBe(statSync(host.root).dev);
});

test("an unreadable folder is reported", () => {
  const host = closePaths(makeHost(), (path) => path === "/etc/ssh/keys");
  const { gaps } = scanTable(file, host, [{ column: "path", op: "LIKE", value: "/etc/%%" }]);
  expect(gaps).toEqual([{ reason: "denied", detail: "/etc/ssh/keys: permission denied" }]);
});

test("a walk that times out is reported as truncated", () => {
  let now = 0;
  const host = { ...makeHost(), now: () => (now += 4_000) };
  const { gaps } = scanTable(file, host, [{ column: "path", op: "LIKE", value: "/%%" }]);
  expect(gaps).toMatchObject([
    { reason: "timed_out", detail: expect.stringContaining("truncated") },
  ]);
});

test("any pattern finds the path it spells", () => {
  const segment = fc.stringMatching(/^[a-z.*+()[\]\\^$ -]{1,6}$/);
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
      const pattern = parsePathPattern(`/%%/${segments.join("/")}`);
      expect(pattern.deep?.test(`/deep/er/${segments.join("/")}`)).toBe(true);
      expect(pattern.deep?.test(`/deep/${segments.join("/")}/not`)).toBe(false);
    }),
  );
});
