import type { CollectedTable } from "../../model/table.ts";
import { readMdStat } from "./mdstat.ts";

/** One row per RAID level that the kernel has loaded. */
export const mdPersonalities: CollectedTable = {
  name: "md_personalities",
  description: "Levels of software RAID that the kernel has loaded.",
  platforms: ["linux"],
  columns: { name: "TEXT" },
  collect: (host) => ({
    rows: readMdStat(host).personalities.map((name) => ({ name })),
    gaps: [],
  }),
};
