import type { Host } from "../../host/port.ts";
import { readRequired } from "../../host/read-optional.ts";
import { byPlatform } from "../../model/by-platform.ts";
import type { Collected, CollectedTable } from "../../model/table.ts";
import { collectLoadAverage } from "./darwin.ts";

/** The three load averages, from /proc/loadavg. */
export const loadAverage: CollectedTable = {
  name: "load_average",
  description: "Load average over one, five and fifteen minutes, one period a row.",
  platforms: ["linux", "darwin"],
  columns: { period: "TEXT", average: "TEXT" },
  collect: byPlatform({ linux: collectFiles, darwin: collectLoadAverage }),
};

function collectFiles(host: Host): Collected {
  const averages = readRequired(host, "/proc/loadavg").trim().split(/\s+/);
  const rows = ["1m", "5m", "15m"].map((period, index) => ({ period, average: averages[index] }));
  return { rows: rows.filter((row) => row.average), gaps: [] };
}
