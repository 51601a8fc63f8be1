import { expect, test } from "vitest";
import { blockDevices } from "../../../../src/tables/storage/block-devices.ts";
import { diskEncryption } from "../../../../src/tables/storage/disk-encryption/table.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const debian = recordedHost("system-debian");

test("a partition has its disk's identity and a size in the disk's blocks", async () => {
  const rows = await collectRows(blockDevices, debian);
  expect(rows.find((row) => row.name === "/dev/sda")).toMatchObject({
    parent: "",
    vendor: "ATA",
    model: "Disk One",
    serial: "SN123",
    size: 262_144,
    block_size: 4096,
    size_bytes: 1_073_741_824,
    rotational: 1,
  });
  expect(rows.find((row) => row.name === "/dev/sda1")).toMatchObject({
    parent: "/dev/sda",
    uuid: "feed-beef",
    type: "crypto_LUKS",
  });
});

test("what lies on an encrypted mapping is encrypted, however deep; a bare disk isn't", async () => {
  const rows = await collectRows(diskEncryption, debian);
  expect(rows.map(({ name, encrypted, type }) => [name, encrypted, type])).toEqual([
    ["/dev/dm-0", 1, "LUKS2"],
    ["/dev/dm-1", 1, "LUKS2"],
    ["/dev/sda", 0, ""],
    ["/dev/sda1", 1, "LUKS"],
  ]);
});

test("a closed folder of devices is a gap", async () => {
  const { rows, gaps } = await blockDevices.collect(
    closePaths(debian, (path) => path === "/sys/class/block"),
  );
  expect(rows).toEqual([]);
  expect(gaps).toMatchObject([{ reason: "denied" }]);
});
