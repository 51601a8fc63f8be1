import type { CollectedTable } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";

/** Always empty: osquery asks the targets in its configuration, and an agent has none. */
export const prometheusMetrics: CollectedTable = {
  name: "prometheus_metrics",
  description: "Metrics of configured Prometheus targets; the agent has none.",
  platforms: ["linux"],
  columns: linuxColumns("prometheus_metrics"),
  collect: () => ({ rows: [], gaps: [] }),
};
