import fc from "fast-check";
import { expect, test } from "vitest";
import { parseModprobeConfig } from "../../../../../src/tables/system/modules/modprobe-config.ts";
import { usbStorageDrivers } from "../../../../../src/tables/system/modules/usb-storage-drivers.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { collectOf, collectRows, pick } from "../../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../../helpers/host.ts";

const folder = "/lib/modules/6.1.0";
const storage = "kernel/drivers/usb/storage";
const kernel = {
  "/proc/sys/kernel/osrelease": "6.1.0\n",
  [`${folder}/modules.dep`]: `${storage}/usb-storage.ko.xz: kernel/drivers/usb/common.ko.xz\n${storage}/uas.ko.xz: ${storage}/usb-storage.ko.xz\n`,
};

async function driversOf(files: Record<string, string>) {
  const rows = await collectRows(usbStorageDrivers, temporaryHost({ ...kernel, ...files }));
  return pick(rows, "status", "autoload", "stopped_by").map((row) => Object.values(row));
}

test("a driver that is stopped stops the one that needs it, a blacklist does not", async () => {
  const path = "/etc/modprobe.d/usb.conf";
  expect(await driversOf({})).toEqual([
    ["loadable", 1, null],
    ["loadable", 1, null],
  ]);
  expect(await driversOf({ [path]: "\ninstall usb-storage /bin/false\n" })).toEqual([
    ["loadable", 0, `${path}:2`],
    ["loadable", 0, `${path}:2`],
  ]);
  expect(await driversOf({ [path]: "blacklist usb-storage\n" })).toEqual([
    ["loadable", 0, `${path}:1`],
    ["loadable", 1, null],
  ]);
});

test("what is loaded or built in works whatever modprobe is to do", async () => {
  const config = { "/etc/modprobe.d/usb.conf": "install usb-storage /bin/false\n" };
  const loaded = "usb_storage 90112 0 - Live 0x0\n";
  expect(await driversOf({ ...config, "/proc/modules": loaded })).toEqual([
    ["loaded", 1, null],
    ["loadable", 1, null],
  ]);
  const builtin = {
    [`${folder}/modules.builtin`]: `${storage}/usb-storage.ko\n`,
    [`${folder}/modules.dep`]: "",
  };
  expect(await driversOf({ ...config, ...builtin })).toEqual([
    ["builtin", 1, null],
    ["absent", 0, null],
  ]);
});

test("the kernel's own settings stop loading", async () => {
  const stopped = (source: string) => [
    ["loadable", 0, source],
    ["loadable", 0, source],
  ];
  const disabled = "/proc/sys/kernel/modules_disabled";
  expect(await driversOf({ [disabled]: "1\n" })).toEqual(stopped(disabled));
  const refused = { "/proc/cmdline": "ro module_blacklist=usb_storage\n" };
  expect(await driversOf(refused)).toEqual(stopped("/proc/cmdline"));
  const misspelt = { "/proc/cmdline": "ro module_blacklist=usb-storage\n" };
  expect((await driversOf(misspelt))[0]).toEqual(["loadable", 1, null]);
});

test("buses count once all of them refuse devices", async () => {
  const bus = (number: number) => `/sys/bus/usb/devices/usb${number}/authorized_default`;
  expect((await driversOf({ [bus(1)]: "0\n", [bus(2)]: "1\n" }))[0]).toEqual(["loadable", 1, null]);
  expect((await driversOf({ [bus(1)]: "0\n", [bus(2)]: "0\n" }))[0]).toEqual([
    "loadable",
    0,
    bus(1),
  ]);
});

test("a program that may load the driver is a gap", async () => {
  const files = {
    ...kernel,
    "/etc/modprobe.d/usb.conf": "install usb-storage /sbin/guard\n",
    "/sbin/guard": "",
  };
  const { rows, gaps } = await collectOf(usbStorageDrivers, temporaryHost(files));
  expect(rows[0]).toMatchObject({ autoload: null });
  expect(gaps[0]).toMatchObject({ columns: ["autoload"] });
});

test("an unreadable index is a gap", async () => {
  const host = closePaths(temporaryHost(kernel), /modules\.dep$/);
  expect((await collectOf(usbStorageDrivers, host)).gaps).toMatchObject([{ reason: "denied" }]);
});

test("any text can be parsed", () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) => parseModprobeConfig(`install ${text}`).length <= text.split("\n").length,
    ),
  );
});
