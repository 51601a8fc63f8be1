import { expect, test } from "vitest";
import { gapReader } from "../../../../../src/tables/host/gap-reader.ts";
import { isKernelPath } from "../../../../../src/tables/host/kernel-files.ts";
import { createMountAliases } from "../../../../../src/tables/permissions/path-permissions/mount-aliases.ts";
import { temporaryHost } from "../../../../helpers/host.ts";

const mountinfo = [
  "20 1 8:1 / / rw - ext4 /dev/sda1 rw",
  "21 20 8:1 /srv/app /opt/app ro - ext4 /dev/sda1 rw",
  "22 20 0:5 / /tmp rw - tmpfs tmpfs rw",
  "23 20 8:2 / /data rw - ext4 /dev/sdb1 rw",
];

const aliasesOf = (lines: string[]) =>
  createMountAliases(gapReader(temporaryHost({ "/proc/1/mountinfo": `${lines.join("\n")}\n` })));

test("a file of a bind mount has the path of the folder that is mounted", () => {
  expect(aliasesOf(mountinfo)("/opt/app/run")).toEqual([{ path: "/srv/app/run", top: "/srv/app" }]);
});

test("what is below the folder has the path in the mount", () => {
  expect(aliasesOf(mountinfo)("/srv/app/run")).toEqual([{ path: "/opt/app/run", top: "/opt/app" }]);
});

test("other file systems, and folders under another mount, have none", () => {
  const find = aliasesOf([...mountinfo, "24 20 0:6 / /srv rw - tmpfs tmpfs rw"]);
  expect(["/tmp/x", "/data/x", "/opt/app/run"].flatMap(find)).toEqual([]);
});

test("the kernel's list of mounts may be read", () => {
  expect(["/proc/1/mountinfo", "/proc/self/mountinfo"].every(isKernelPath)).toBe(true);
});
