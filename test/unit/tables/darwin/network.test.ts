import { expect, test } from "vitest";
import { parseIfconfig } from "../../../../src/tables/network/ifconfig.ts";
import { interfaceAddresses } from "../../../../src/tables/network/interface-addresses/table.ts";
import { interfaceDetails } from "../../../../src/tables/network/interface-details/table.ts";
import { parseMount } from "../../../../src/tables/storage/mounts/darwin.ts";
import { sizeColumns } from "../../../../src/tables/storage/mounts/sizes.ts";
import { mounts } from "../../../../src/tables/storage/mounts/table.ts";
import { collectOf, collectRows, pick } from "../../../helpers/collect-table.ts";
import { printed, recordedMac } from "./recorded-mac.ts";

test("IPv4 masks are dotted, link-local addresses have no zone, tunnels have their other end", async () => {
  const rows = await collectRows(interfaceAddresses, recordedMac("12"));
  expect(rows).toContainEqual({
    interface: "en0",
    address: "192.168.7.20",
    mask: "255.255.255.0",
    broadcast: "192.168.7.255",
    point_to_point: null,
    type: null,
  });
  expect(pick(rows, "interface", "address")).toContainEqual({
    interface: "en0",
    address: "fe80::1c5a:9d2f:4b1e:77aa",
  });
  expect(pick(rows, "address", "point_to_point")).toContainEqual({
    address: "10.8.0.6",
    point_to_point: "10.8.0.5",
  });
});

test("addresses assigned by a router or a server are marked", async () => {
  const rows = await collectRows(interfaceAddresses, recordedMac("15"));
  const typeOf = (address: string) => rows.find((row) => row.address === address)?.type;
  expect(typeOf("2001:db8:5:1:a1b2:c3d4:e5f6:789")).toBe("auto");
  expect(typeOf("2001:db8:5:1::4f0")).toBe("dhcp");
  expect(typeOf("fd7a:115c:a1e0::8")).toBeNull();
});

test("interfaces without an address are listed too", () => {
  const interfaces = parseIfconfig(printed("12/ifconfig.txt"));
  expect(interfaces.map(({ name, mtu, mac }) => [name, mtu, mac])).toEqual([
    ["lo0", 16384, null],
    ["gif0", 1280, null],
    ["stf0", 1280, null],
    ["en0", 1500, "a8:20:66:0f:11:22"],
    ["utun0", 1380, null],
  ]);
});

test("interfaces have their hardware address, flags and state; counters are unknown", async () => {
  const rows = await collectRows(interfaceDetails, recordedMac("15"));
  expect(pick(rows, "interface", "mac", "type", "mtu", "flags", "operstate", "ibytes")).toEqual([
    {
      interface: "lo0",
      mac: null,
      type: 24,
      mtu: 16384,
      flags: 0x8049,
      operstate: null,
      ibytes: undefined,
    },
    {
      interface: "anpi0",
      mac: "3a:11:22:33:44:55",
      type: 6,
      mtu: 1500,
      flags: 0x8863,
      operstate: "down",
      ibytes: undefined,
    },
    {
      interface: "en0",
      mac: "d0:11:e5:aa:bb:cc",
      type: 6,
      mtu: 1500,
      flags: 0x8863,
      operstate: "up",
      ibytes: undefined,
    },
    {
      interface: "utun4",
      mac: null,
      type: null,
      mtu: 1280,
      flags: 0x8051,
      operstate: null,
      ibytes: undefined,
    },
  ]);
});

test("output without an interface is an error: every Mac has lo0", async () => {
  const host = recordedMac("12", { tools: { "ifconfig -a": { stdout: "", exitCode: 0 } } });
  await expect(collectOf(interfaceAddresses, host)).rejects.toMatchObject({ reason: "error" });
});

test("volume names may contain the column separators", () => {
  const { mounts: found, unread } = parseMount(printed("12/mount.txt").trim());
  expect(found.map(({ device, path, type }) => [device, path, type])).toEqual([
    ["/dev/disk1s5s1", "/", "apfs"],
    ["devfs", "/dev", "devfs"],
    ["/dev/disk1s4", "/System/Volumes/VM", "apfs"],
    ["/dev/disk1s1", "/System/Volumes/Data", "apfs"],
    ["map auto_home", "/System/Volumes/Data/home", "autofs"],
    ["//alice@nas.local/Shared%20Files", "/Volumes/Shared Files", "smbfs"],
    ["/dev/disk2s1", "/Volumes/Backup on /disk (old)", "hfs"],
  ]);
  expect(found[0]!.flags).toBe("sealed,local,read-only,journaled");
  expect(unread).toBe(0);
});

test("the size of a network file system is not read, and a malformed line is a gap", async () => {
  const smb = await collectOf(mounts, recordedMac("12"));
  expect(smb.gaps).toEqual([
    {
      reason: "policy",
      detail: "/Volumes/Shared Files: smbfs may hang, size not read",
      columns: sizeColumns,
    },
  ]);
  const odd = await collectOf(mounts, recordedMac("15"));
  expect(odd.gaps).toEqual([{ reason: "error", detail: "mount: 1 lines not understood" }]);
  expect(odd.rows[0]).toMatchObject({ path: "/", size: expect.any(Number) });
});
