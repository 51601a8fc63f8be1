import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hash } from "../../../../src/tables/files/hash.ts";
import { gapReader } from "../../../../src/tables/host/gap-reader.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { scanTable } from "../../../helpers/collect-table.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

/** What a read of a file finds, and the gaps of reading it both directly and for a table. */
function readingOf(root: string, path: string) {
  const host = openHost({ root });
  const read = gapReader(host);
  const found = read.text(path) ?? read.attempt(path, () => host.read(path));
  const { rows, gaps } = scanTable(hash, host, [{ column: "path", op: "=", value: path }]);
  return { found, gaps: read.gaps.map(({ detail }) => detail), hashed: rows, hashGaps: gaps };
}

test.skipIf(process.platform === "win32")("a pipe in place of a file is a gap, not a hang", () => {
  const root = temporaryFolder();
  execFileSync("mkfifo", [join(root, "authorized_keys")]);
  const { found, gaps, hashed } = readingOf(root, "/authorized_keys");
  expect(found).toBeUndefined();
  expect(gaps).toContain("/authorized_keys: not a regular file, not read");
  expect(hashed).toEqual([]);
});

test.skipIf(process.platform !== "linux").each([
  ["the kernel's log", "/proc/kmsg"],
  ["another kernel file", "/proc/self/maps"],
  ["a file of sysfs", "/sys/kernel/mm/transparent_hugepage/enabled"],
])("finding 11: a link to %s is not read", (_, target) => {
  const root = temporaryFolder();
  symlinkSync(target, join(root, "authorized_keys"));
  const { found, gaps, hashed, hashGaps } = readingOf(root, "/authorized_keys");
  expect(found).toBeUndefined();
  expect(gaps).toContain("/authorized_keys: a kernel file, not read");
  expect(hashed).toEqual([]);
  expect(hashGaps).toEqual([
    { reason: "error", detail: "/authorized_keys: a kernel file, not read" },
  ]);
});

test.skipIf(process.platform !== "linux")("finding 11: a link to a device is not read", () => {
  const root = temporaryFolder();
  symlinkSync("/dev/zero", join(root, "authorized_keys"));
  symlinkSync("/dev/null", join(root, "masked.service"));
  expect(() => openHost({ root }).read("/authorized_keys")).toThrow("not a regular file");
  expect([...openHost({ root }).chunks("/masked.service")]).toEqual([]);
  expect(openHost({ root }).read("/masked.service")).toBe("");
});

test
  .skipIf(process.platform !== "linux")
  .each([
    ["/proc/kmsg"],
    ["/proc/self/net/../../kmsg"],
    ["/proc/self/root/proc/kmsg"],
    ["/proc/sys/../kmsg"],
    ["/sys/../proc/kmsg"],
  ])("finding 11: %s is not read, whoever names it", (path) => {
  const host = openHost();
  expect(() => host.read(path)).toThrow("a kernel file, not read");
  expect(() => [...host.chunks(path)]).toThrow("a kernel file, not read");
});

test.skipIf(process.platform !== "linux")("finding 11: hash reads no kernel file", () => {
  const { rows, gaps } = scanTable(hash, openHost(), [
    { column: "directory", op: "=", value: "/proc" },
  ]);
  expect(rows).toEqual([]);
  expect(gaps.map(({ detail }) => detail)).toContain("/proc/kmsg: a kernel file, not read");
});
