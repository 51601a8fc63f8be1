import type { Cell } from "../../contract/common.ts";
import type { Answer } from "../../contract/summary.ts";

interface SharedRow {
  cells: Cell[];
  hosts: Set<string>;
}

/**
 * The rows with the hosts that have them, those of the fewest hosts first: hosts that differ stand
 * out. Null for the answer of a single host.
 */
export function compareHosts({ columns, rows, ...answer }: Answer): Answer | null {
  const at = columns.indexOf("host");
  if (at < 0) return null;
  const shared = new Map<string, SharedRow>();
  for (const row of rows) {
    const cells = row.toSpliced(at, 1);
    const key = JSON.stringify(cells);
    const known = shared.get(key) ?? { cells, hosts: new Set() };
    shared.set(key, known);
    known.hosts.add(String(row[at]));
  }
  const compared = [...shared.values()].sort((a, b) => a.hosts.size - b.hosts.size);
  return {
    ...answer,
    columns: [...columns.toSpliced(at, 1), "hosts", "on"],
    rows: compared.map(({ cells, hosts }) => [...cells, hosts.size, [...hosts].sort().join(", ")]),
    row_count: compared.length,
  };
}
