import { expect, test } from "vitest";
import { parseLogicalDrives } from "../../../../src/tables/storage/logical-drives.ts";
import { pick } from "../../../helpers/collect-table.ts";
import { printedOn, type WindowsHostName } from "../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parseLogicalDrives(printedOn(host, "logical-drives"));

test("drives with their sizes; an empty one has none", () => {
  const { rows, gaps } = parse("windows-10-22h2");
  expect(pick(rows, "device_id", "free_space", "size", "boot_partition")).toEqual([
    { device_id: "C:", free_space: 101_234_567_168, size: 511_101_108_224, boot_partition: 0 },
    { device_id: "D:", free_space: null, size: null, boot_partition: 0 },
    {
      device_id: "Z:",
      free_space: 1_099_511_627_776,
      size: 2_199_023_255_552,
      boot_partition: 0,
    },
  ]);
  expect(gaps).toEqual([]);
});

test("a drive on the partition that the machine starts from", () => {
  expect(parse("windows-11-24h2").rows[0]?.boot_partition).toBe(1);
});

test("which partition a drive is on may be unknown", () => {
  const { rows, gaps } = parse("windows-server-2019");
  expect(rows[0]).toMatchObject({ device_id: "C:", boot_partition: null });
  expect(gaps).toEqual([
    { reason: "error", detail: "links: Out of memory", columns: ["boot_partition"] },
  ]);
});
