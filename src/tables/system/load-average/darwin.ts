import { TableUnavailable } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { requiredOutput } from "../../host/tool-output.ts";
import type { Collected } from "../../model/table.ts";

export async function collectDarwin(host: Host): Promise<Collected> {
  const averages = parseLoadAverage(await requiredOutput(host, "sysctl", ["-n", "vm.loadavg"]));
  if (!averages) throw new TableUnavailable("error", "sysctl: no load averages in its output");
  const rows = ["1m", "5m", "15m"].map((period, index) => ({ period, average: averages[index] }));
  return { rows, gaps: [] };
}

/** "{ 1.95 2.10 2.22 }" */
export function parseLoadAverage(text: string): string[] | undefined {
  return /^\{ (\d+\.\d+) (\d+\.\d+) (\d+\.\d+) \}/.exec(text.trim())?.slice(1);
}
