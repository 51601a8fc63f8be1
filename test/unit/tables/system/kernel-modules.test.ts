import fc from "fast-check";
import { expect, test } from "vitest";
import { kernelModules, parseModules } from "../../../../src/tables/system/kernel-modules.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedHost, temporaryHost } from "../../../helpers/host.ts";

const debian = recordedHost("system-debian");

test("unsigned modules are distinguished from signed ones", async () => {
  expect(await collectRows(kernelModules, debian)).toMatchObject([
    { name: "ext4", size: 1_007_616, used_by: "-", signed: 1, taint: "" },
    { name: "crc16", used_by: "ext4", signed: 1 },
    { name: "rootkit", status: "Live", signed: 0, taint: "OE" },
  ]);
});

test("signatures are unknown if the kernel doesn't check them", async () => {
  const host = temporaryHost({
    "/proc/modules": "a 1 0 - Live 0x0\n",
    "/sys/module/a/taint": "\n",
  });
  expect(await collectRows(kernelModules, host)).toMatchObject([{ name: "a", signed: null }]);
});

test("a module is installed if the running kernel's list has its name", async () => {
  const loaded = { "/proc/modules": "snd_pcm 1 0 - Live 0x0\nnetfilter_hlp 1 0 - Live 0x0\n" };
  const installed = async (files: Record<string, string>) =>
    (await collectRows(kernelModules, temporaryHost({ ...loaded, ...files }))).map(
      (row) => row.installed,
    );
  const release = { "/proc/sys/kernel/osrelease": "6.1.0-9-amd64\n" };
  const list = "kernel/sound/core/snd-pcm.ko.xz: kernel/sound/core/snd.ko.xz\n";
  expect(await installed({ ...release, "/lib/modules/6.1.0-9-amd64/modules.dep": list })).toEqual([
    1, 0,
  ]);
  expect(await installed({ ...release, "/lib/modules/6.1.0-8-amd64/modules.dep": list })).toEqual([
    null,
    null,
  ]);
  const rest = { "/lib/modules/6.1.0-9-amd64/modules.dep": "updates/dkms/zfs.ko:\n" };
  expect(await installed({ ...release, ...rest })).toEqual([null, null]);
  expect(await installed({})).toEqual([null, null]);
});

test("a kernel without modules has no rows, an unreadable list is not empty", async () => {
  expect(await collectRows(kernelModules, temporaryHost({ "/proc/version": "x" }))).toEqual([]);
  expect(() => kernelModules.collect(temporaryHost({}))).toThrow("not found");
  expect(() => kernelModules.collect(closePaths(debian, () => true))).toThrow("permission denied");
});

test("any text is parsed without an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => parseModules(text).length <= text.split("\n").length),
  );
});
