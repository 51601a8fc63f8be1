import { expect, test } from "vitest";
import { openHost } from "../../../../src/tables/host/local.ts";
import { swapDevices } from "../../../../src/tables/storage/swap-devices.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectOf, collectRows } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const header = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";
const mounts = [
  "/dev/mapper/root / ext4 rw 0 0",
  "/dev/sdb1 /srv ext4 rw 0 0",
  "/dev/sdc1 /srv xfs rw 0 0",
  "",
].join("\n");
const hostWith = (swaps: string) =>
  hostTree({
    files: { "/proc/swaps": header + swaps, "/proc/1/mounts": mounts },
    links: { "/dev/mapper/root": "../dm-0" },
  });

test("a partition is its own device, a file has that of the mount it is seen in", async () => {
  const swaps = [
    "/dev/sda3                               partition\t2097148\t\t512\t\t-2",
    "/swap\\040file                          file\t\t1048572\t\t0\t\t-3",
    "/srv/swap                               file\t\t1048572\t\t0\t\t-4",
    "",
  ].join("\n");
  expect(await collectRows(swapDevices, hostWith(swaps))).toEqual([
    { path: "/dev/sda3", type: "partition", device: "/dev/sda3", size: 2147479552, used: 524288 },
    { path: "/swap file", type: "file", device: "/dev/dm-0", size: 1073737728, used: 0 },
    { path: "/srv/swap", type: "file", device: "/dev/sdc1", size: 1073737728, used: 0 },
  ]);
});

test("a host without swap has no rows, an unreadable list is a gap", async () => {
  expect(await collectOf(swapDevices, hostWith(""))).toEqual({ rows: [], gaps: [] });
  const closed = closePaths(hostWith(""), /swaps$/);
  expect((await collectOf(swapDevices, closed)).gaps).toMatchObject([{ reason: "denied" }]);
});

test.skipIf(process.platform !== "linux")("the list of this machine may be read", async () => {
  expect((await collectOf(swapDevices, openHost())).gaps).toEqual([]);
});
