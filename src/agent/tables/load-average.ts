import { readRequired } from "./linux/read-optional.ts";
import type { CollectedTable } from "./table.ts";

/** The three load averages, from /proc/loadavg. */
export const loadAverage: CollectedTable = {
  name: "load_average",
  description: "Load average over one, five and fifteen minutes, one period a row.",
  platforms: ["linux"],
  columns: { period: "TEXT", average: "TEXT" },
  collect(host) {
    const averages = readRequired(host, "/proc/loadavg").trim().split(/\s+/);
    const rows = ["1m", "5m", "15m"].map((period, index) => ({ period, average: averages[index] }));
    return { rows: rows.filter((row) => row.average), gaps: [] };
  },
};
