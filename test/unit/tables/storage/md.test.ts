import { expect, test } from "vitest";
import { mdDevices } from "../../../../src/tables/storage/md/md-devices.ts";
import { mdDrives } from "../../../../src/tables/storage/md/md-drives.ts";
import { mdPersonalities } from "../../../../src/tables/storage/md/md-personalities.ts";
import { collectOf, collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const mdstat = `Personalities : [raid1] [raid6] [raid5] [raid4]
md0 : active raid1 sdb1[2] sda1[0] sdc1[1](F)
      1046528 blocks super 1.2 [2/1] [U_]
      [==>..................]  recovery = 12.6% (37043392/292945152) finish=127.5min speed=33440K/sec
      bitmap: 1/1 pages [4KB], 65536KB chunk

md127 : inactive sdd1[0](S)
      1046528 blocks super 1.2

unused devices: <none>
`;
const folder = "/sys/class/block/md0/md";
const drive = (name: string, slot: string, state: string) => ({
  [`${folder}/dev-${name}/slot`]: `${slot}\n`,
  [`${folder}/dev-${name}/state`]: `${state}\n`,
});
const machine = () =>
  temporaryHost({
    "/proc/mdstat": mdstat,
    [`${folder}/level`]: "raid1\n",
    [`${folder}/raid_disks`]: "2\n",
    [`${folder}/chunk_size`]: "0\n",
    [`${folder}/metadata_version`]: "1.2\n",
    [`${folder}/array_state`]: "clean\n",
    ...drive("sda1", "0", "in_sync"),
    ...drive("sdb1", "none", "spare"),
    ...drive("sdc1", "none", "faulty,write_mostly"),
  });

test("arrays with their drives and what is under way", async () => {
  const { rows, gaps } = await collectOf(mdDevices, machine());
  expect(rows).toMatchObject([
    {
      device_name: "md0",
      status: "active",
      raid_level: 1,
      size: 1046528,
      raid_disks: 2,
      nr_raid_disks: 3,
      working_disks: 2,
      active_disks: 1,
      failed_disks: 1,
      spare_disks: 1,
      superblock_state: "clean",
      superblock_version: "1.2",
      bitmap_on_mem: "1/1 pages [4KB]",
      bitmap_chunk_size: "65536KB chunk",
      recovery_progress: "12.6% (37043392/292945152)",
      recovery_finish: "127.5min",
      recovery_speed: "33440K/sec",
      other: "super 1.2",
      unused_devices: "<none>",
    },
    { device_name: "md127", status: "inactive", raid_level: null, size: 1046528 },
  ]);
  expect(gaps).toMatchObject([{ columns: ["superblock_update_time"] }]);
});

test("drives, and places that lack one", async () => {
  expect(await collectRows(mdDrives, machine())).toEqual([
    { md_device_name: "md0", drive_name: "/dev/sda1", slot: 0, state: "active sync" },
    { md_device_name: "md0", drive_name: "/dev/sdb1", slot: null, state: "spare" },
    { md_device_name: "md0", drive_name: "/dev/sdc1", slot: null, state: "faulty writemostly" },
    { md_device_name: "md0", drive_name: "unknown", slot: 1, state: "removed" },
  ]);
});

test("the loaded levels", async () => {
  expect(await collectRows(mdPersonalities, machine())).toEqual(
    ["raid1", "raid6", "raid5", "raid4"].map((name) => ({ name })),
  );
  const none = temporaryHost({ "/proc/mdstat": "Personalities : \nunused devices: <none>\n" });
  expect(await collectOf(mdDevices, none)).toEqual({ rows: [], gaps: [] });
});

test("a kernel without software RAID has no tables", () => {
  expect(() => mdDevices.collect(temporaryHost({}))).toThrow("/proc/mdstat");
});
