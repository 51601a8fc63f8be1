import type { EstateGraph } from "../model/estate-graph.ts";
import type { HostRecord } from "../model/host-record.ts";
import { type Cell, rowsOf } from "../model/stored-answer.ts";

/** The row of an edge. */
export interface EdgeRow {
  /** The id of its rule. */
  rule: string;
  columns: string[];
  cells: Cell[];
  /** The text of a column; "" if the row has none. */
  text(column: string): string;
}

/** The edges of these hosts whose row passes; answers without `says` are skipped unparsed. */
export function edgesWithRow(
  { graph, rules }: EstateGraph,
  hosts: Iterable<HostRecord>,
  { says, passes }: { says: string; passes(row: EdgeRow): boolean },
): number[] {
  const found: number[] = [];
  for (const { slot, answers } of hosts) {
    const passed = new Map<string, boolean[]>();
    for (const [rule, answer] of answers) {
      if (!answer.json.includes(says)) continue;
      const { columns } = answer;
      const passesRow = (cells: Cell[]) =>
        passes({
          rule,
          columns,
          cells,
          text: (name) => String(cells[columns.indexOf(name)] ?? ""),
        });
      passed.set(rule, rowsOf(answer).map(passesRow));
    }
    for (let edge = graph.firstOf(slot); passed.size > 0 && edge >= 0; edge = graph.nextOf(edge))
      if (passed.get(rules[graph.rule(edge)]!.id)?.[graph.row(edge)]) found.push(edge);
  }
  return found;
}
