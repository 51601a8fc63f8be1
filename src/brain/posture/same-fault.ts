import type { Cell } from "../../contract/common.ts";
import type { Finding } from "../../contract/summary.ts";
import type { Hop } from "../pathfinder/model/types.ts";

/** Columns that every edge has, with meanings of their own. */
const ofEdges = new Set(["from", "to", "to_host", "state", "why", "fix"]);

/**
 * Whether a finding reports the fault behind a hop: the same technique on the same host, with a row
 * that names the same account or path and agrees on every column that both have.
 */
export function isSameFault(finding: Finding, hop: Hop): boolean {
  if (finding.agent_id !== hop.agent_id) return false;
  if (!finding.attack.some((technique) => hop.rule.attack.includes(technique))) return false;
  const { columns, rows } = finding.evidence;
  return rows.some((row) => isSameRow({ columns, row }, hop));
}

function isSameRow({ columns, row }: { columns: string[]; row: Cell[] }, hop: Hop): boolean {
  const { columns: names, row: cells } = hop.proof;
  const agrees = names.every((name, at) => {
    const position = ofEdges.has(name) ? -1 : columns.indexOf(name);
    return position < 0 || row[position] === cells[at];
  });
  return agrees && subjectsOf(hop).some((subject) => row.includes(subject));
}

/** What a repair of the hop would change: its account, and the paths in its row. */
function subjectsOf({ from, proof }: Hop): Cell[] {
  const account = from.type === "user" ? [from.label.replace(/@[^@]*$/, "")] : [];
  const paths = proof.row.filter((cell) => typeof cell === "string" && cell.startsWith("/"));
  return [...account, ...paths];
}
