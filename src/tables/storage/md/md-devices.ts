import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { CollectedTable, Row } from "../../model/table.ts";
import { linuxColumns } from "../../osquery/linux-columns.ts";
import { folderOf, membersOf } from "./md-members.ts";
import { type MdDevice, readMdStat } from "./mdstat.ts";

/** One row per array. */
export const mdDevices: CollectedTable = {
  name: "md_devices",
  description: "Software RAID arrays, with their failed drives and what is under way.",
  platforms: ["linux"],
  columns: linuxColumns("md_devices"),
  collect(host) {
    const read = gapReader(host);
    const { devices, unused } = readMdStat(host);
    const rows = devices.map((device) => describe(read, device, unused));
    if (devices.length > 0)
      read.forColumns(["superblock_update_time"]).report({
        reason: "table_missing",
        detail: "the kernel has the time of a superblock's update in no file",
      });
    return { rows, gaps: read.gaps };
  },
};

function describe(read: GapReader, device: MdDevice, unused: string): Row {
  const text = (file: string) => read.text(`${folderOf(device.name)}/${file}`)?.trim() ?? null;
  const number = (file: string) => {
    const value = text(file);
    return value === null ? null : Number(value);
  };
  const members = membersOf(read, device.name);
  const count = (...words: string[]) =>
    members.filter(({ states }) => words.some((word) => states.includes(word))).length;
  return {
    device_name: device.name,
    status: device.status,
    raid_level: levelOf(text("level")),
    size: device.size,
    chunk_size: number("chunk_size"),
    raid_disks: number("raid_disks"),
    nr_raid_disks: members.length,
    working_disks: members.length - count("faulty"),
    active_disks: count("in_sync"),
    failed_disks: count("faulty"),
    spare_disks: count("spare"),
    superblock_state: text("array_state") === "clean" ? "clean" : null,
    superblock_version: text("metadata_version"),
    ...bitmapOf(device.details),
    ...progressOf(device.details),
    unused_devices: unused,
    other: device.other,
  };
}

/** "raid10" is 10; -1 stands for linear, as in the kernel. */
function levelOf(level: string | null): number | null {
  if (level === "linear") return -1;
  const [digits] = /\d+$/.exec(level ?? "") ?? [];
  return digits === undefined ? null : Number(digits);
}

/** "bitmap: 1/1 pages [4KB], 65536KB chunk, file: /path". */
function bitmapOf(details: string[]): Row {
  const [pages, chunk, file] =
    details
      .find((line) => line.startsWith("bitmap: "))
      ?.slice("bitmap: ".length)
      .split(", ") ?? [];
  return {
    bitmap_on_mem: pages,
    bitmap_chunk_size: chunk,
    bitmap_external_file: file?.replace(/^file: /, ""),
  };
}

/** The kernel's words for what can be under way, and the columns' prefixes. */
const actions = {
  recovery: "recovery",
  resync: "resync",
  reshape: "reshape",
  check: "check_array",
};

/** "[=>...]  recovery = 12.6% (3704/29294) finish=127.5min speed=33440K/sec", or "resync=DELAYED". */
function progressOf(details: string[]): Row {
  const row: Row = {};
  for (const line of details) {
    const [, action = "", progress, finish, speed] =
      /\b(recovery|resync|reshape|check) ?= ?(.*?)(?: finish=(\S+))?(?: speed=(\S+))?$/.exec(
        line,
      ) ?? [];
    const column = actions[action as keyof typeof actions];
    if (column === undefined) continue;
    row[`${column}_progress`] = progress?.trim();
    row[`${column}_finish`] = finish;
    row[`${column}_speed`] = speed;
  }
  return row;
}
