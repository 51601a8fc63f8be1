import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";

/** The three load averages, from /proc/loadavg. */
export const loadAverage: CollectedTable = {
  name: "load_average",
  description: "Load average over one, five and fifteen minutes, one period a row.",
  platforms: ["linux", "darwin"],
  columns: { period: "TEXT", average: "TEXT" },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin }),
};
