import type { Host } from "../../host/port.ts";
import { readRequired } from "../../host/read-required.ts";
import type { Collected } from "../../model/table.ts";

export function collectLinux(host: Host): Collected {
  const averages = readRequired(host, "/proc/loadavg").trim().split(/\s+/);
  const rows = ["1m", "5m", "15m"].map((period, index) => ({ period, average: averages[index] }));
  return { rows: rows.filter((row) => row.average), gaps: [] };
}
