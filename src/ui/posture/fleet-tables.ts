import type { Posture } from "../../contract/posture.ts";
import type { TableData } from "../text/table-layout.ts";

/** Hosts, worst first, with the numbers that rank them. */
export function hostTable({ hosts }: Posture): TableData {
  return {
    columns: ["host", "paths", "critical", "high", "medium", "low", "passed", "unknown"],
    rows: hosts.map(({ hostname, paths, by_severity, passed, unknown }) => {
      const { critical, high, medium, low } = by_severity;
      return [hostname, paths, critical, high, medium, low, passed, unknown];
    }),
  };
}

/** Failed checks, most frequent first. */
export function faultTable({ faults }: Posture): TableData {
  return {
    columns: ["hosts", "severity", "problem"],
    rows: faults.map(({ hosts, severity, title }) => [hosts, severity, title]),
  };
}
