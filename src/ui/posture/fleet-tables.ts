import type { Posture } from "../../contract/posture.ts";
import type { TableData } from "../text/table-layout.ts";
import { hostList } from "./fix-text.ts";

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

/** Says which hosts have nothing that could be checked; empty if every host has. */
export function uncheckedText({ hosts }: Posture): string {
  const names = hosts
    .filter(({ failed, passed, unknown }) => failed + passed + unknown === 0)
    .map(({ hostname }) => hostname);
  return names.length === 0 ? "" : `No check applies to ${hostList(names)}.`;
}
