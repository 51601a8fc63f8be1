import { gapReader } from "../../host/gap-reader.ts";
import type { CollectedTable, Row } from "../../model/table.ts";
import { folderOf, membersOf } from "./md-members.ts";
import { readMdStat } from "./mdstat.ts";

/** osquery's words for the kernel's. */
const words: Record<string, string> = { in_sync: "active sync", write_mostly: "writemostly" };

/** One row per drive of an array, and per place without one. */
export const mdDrives: CollectedTable = {
  name: "md_drives",
  description: "Drives of software RAID arrays, and places that lack one.",
  platforms: ["linux"],
  columns: { md_device_name: "TEXT", drive_name: "TEXT", slot: "INTEGER", state: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    const rows = readMdStat(host).devices.flatMap(({ name }) => {
      const members = membersOf(read, name);
      const places = Number(read.text(`${folderOf(name)}/raid_disks`)?.trim() || 0);
      const taken = new Set(members.map(({ slot }) => slot));
      const missing = Array.from({ length: places }, (_, slot) => slot).filter(
        (slot) => !taken.has(slot),
      );
      return [
        ...members.map(({ drive, slot, states }): Row => {
          const state = states.map((word) => words[word] ?? word).join(" ");
          return { md_device_name: name, drive_name: `/dev/${drive}`, slot, state };
        }),
        ...missing.map((slot): Row => {
          return { md_device_name: name, drive_name: "unknown", slot, state: "removed" };
        }),
      ];
    });
    return { rows, gaps: read.gaps };
  },
};
