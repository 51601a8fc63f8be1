import type { Merged } from "../../merge-answer.ts";
import type { PathOutcome } from "../types.ts";

/** What there is to tell as rows: who is reached, what to repair, how exposed hosts are. */
export function answerOfWays({ reached, fixes, ranking }: PathOutcome): Merged | null {
  if (reached)
    return table(
      ["node", "type", "hops", "cost"],
      reached.map(({ node, hops, cost }) => [node.label, node.type, hops, cost]),
    );
  if (fixes)
    return table(
      ["repair", "host", "edges"],
      fixes.map(({ text, hops }) => [text, hops[0]?.hostname ?? null, hops.length]),
    );
  if (ranking)
    return table(
      ["host", "accounts", "cost"],
      ranking.map(({ host, accounts, cost }) => [host.label, accounts, cost]),
    );
  return null;
}

function table(columns: string[], rows: Merged["rows"]): Merged {
  return { columns, rows, rowCount: rows.length, truncated: false };
}
