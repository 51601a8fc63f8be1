import type { Cell } from "../../contract/common.ts";
import type { Answer } from "../../contract/summary.ts";
import { count, list } from "../text/wording.ts";
import type { RowChanges } from "./compare-answers.ts";
import type { EarlierAnswer } from "./earlier-runs.ts";

/** The run that a follow-up is compared with, and how it was chosen. */
export interface Compared {
  earlier: EarlierAnswer;
  /** Whether it ran before the time that was asked for. */
  isOldEnough: boolean;
}

export const runText = ({ record, completedAt }: EarlierAnswer): string =>
  `${record.id} (completed ${completedAt.slice(0, 16).replace("T", " ")} UTC)`;

/** What changed in the rows since an earlier run. */
export function describeChanges(
  { earlier, isOldEnough }: Compared,
  rows: RowChanges | null,
): string[] {
  const choice = isOldEnough
    ? `Compared with ${runText(earlier)}.`
    : `No run of this question is that old; compared with the oldest there is, ${runText(earlier)}.`;
  if (!rows) return [choice];
  if (!rows.comparable) return [choice, `The rows can't be compared: ${rows.why}.`];
  const { added, removed, left } = rows;
  const changed =
    added.length + removed.length === 0
      ? "The rows are the same."
      : `${count(added.length, "row")} new, ${removed.length} gone.`;
  return [
    choice,
    changed,
    ...(left.length > 0
      ? [
          `Not compared: ${list(
            left.map((name) => name.replaceAll("_", " ")),
            5,
          )}.`,
        ]
      : []),
  ];
}

export const nothingEarlier = (): string[] => [
  "There is no earlier completed run of this question to compare with; these are its rows now.",
];

/** The rows that changed, marked as new or gone. */
export function changedRows(rows: RowChanges, most: number): Answer | null {
  if (!rows.comparable) return null;
  const mark = (what: string) => (row: Cell[]) => [what, ...row];
  const all = [...rows.added.map(mark("new")), ...rows.removed.map(mark("gone"))];
  return {
    columns: ["change", ...rows.columns],
    rows: all.slice(0, most),
    row_count: all.length,
    truncated: all.length > most,
  };
}
