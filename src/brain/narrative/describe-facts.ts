import type { Cell } from "../../contract/common.ts";
import type { StatementResult } from "../../contract/plan.ts";
import type { Reading } from "../../contract/reading.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import { factsStatementId } from "../plan/plan-statements.ts";
import { capitalize, count, list, singular } from "../text/wording.ts";
import type { NarrativeInput } from "./narrate.ts";

/** What the rows of one part of the question say. */
export function describeFacts(
  part: Reading,
  merged: MergedRows | null,
  told: NarrativeInput,
): string[] {
  if (!merged) return [`Unknown: ${whyUnknown(part, told)}.`];
  const { type } = part.aggregate;
  const noun = nounOf(part, merged, told);
  const asked = `${count(told.coverage.agents_answered, "host")} asked`;
  const whole = isComplete(part, told);
  if (type === "count") return describeCount(merged, noun, { asked, whole });
  if (merged.rowCount > 0) {
    const rows = found(merged, noun);
    return [type === "exists" ? `Yes: ${rows}.` : `${capitalize(rows)}.`];
  }
  // What nobody could look at may hold what was asked for.
  const where = whole ? `on the ${asked}` : `in what could be seen on the ${asked}`;
  return [
    type === "exists" ? `No: no ${noun} found ${where}.` : `None found ${where}: no ${noun}.`,
  ];
}

/** What the rows are: of a question for those that have something, or lack it, they are the hosts or users. */
function nounOf(part: Reading, { columns }: MergedRows, told: NarrativeInput): string {
  if (columns.length === 1 && columns[0] === "host") return "hosts";
  if (part.aggregate.type === "group_by") return "groups";
  if (part.absent === "user") return "users";
  return told.nounOf(part.tables[0] ?? "") ?? "rows";
}

function isComplete(part: Reading, told: NarrativeInput): boolean {
  return resultsOf(part, told).every(({ gaps, error }) => gaps.length === 0 && !error);
}

/** What the hosts gave for this part; of several sources of its data a host may lack some, but none is left out unsaid. */
function resultsOf(part: Reading, { answers, reading }: NarrativeInput): StatementResult[] {
  const index = Math.max(0, (reading.parts ?? []).indexOf(part));
  return answers.flatMap(({ results }) => {
    const own = part.sql.flatMap(
      (_, alternative) => results.get(factsStatementId(index, alternative)) ?? [],
    );
    const answered = own.filter(({ error }) => !error || error.reason === "policy");
    return answered.length > 0 ? answered : own;
  });
}

/** Why no host could show this part's data, from the statements that failed. */
function whyUnknown(part: Reading, told: NarrativeInput): string {
  const silent = told.answers.flatMap(({ gap }) => gap?.detail ?? []);
  const failed = resultsOf(part, told).flatMap(({ error }) => error?.message ?? []);
  return list([...new Set([...silent, ...failed])], 3) || "no host could show it";
}

function describeCount(
  merged: MergedRows,
  noun: string,
  { asked, whole }: { asked: string; whole: boolean },
): string[] {
  const column = merged.columns.findLastIndex(
    (_, index) => typeof merged.rows[0]?.[index] === "number",
  );
  const total =
    column < 0 ? 0 : merged.rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
  const first = `${whole ? "" : "At least "}${amount(total, noun)} on the ${asked}.`;
  const hostColumn = merged.columns.indexOf("host");
  if (hostColumn < 0 || merged.rows.length < 2) return [first];
  const byHost = merged.rows.map((row) => `${row[hostColumn]} ${row[column]}`);
  return [first, `By host: ${list(byHost, 10)}.`];
}

/** `2 sudo rules`; of what isn't counted, its rows. */
function amount(number: number, noun: string): string {
  const one = singular(noun);
  if (one === null) return `${count(number, "row")} about ${noun}`;
  return `${number} ${number === 1 ? one : noun}`;
}

function found(merged: MergedRows, noun: string): string {
  const examples = merged.rows
    .slice(0, 3)
    .map((row) => describeRow(merged.columns, row))
    .join("; ");
  // "1 the kernel" would be nonsense.
  if (singular(noun) === null) return `${noun}: ${examples}`;
  const more = merged.rowCount > 3 ? ", first" : "";
  return `${merged.truncated ? "at least " : ""}${amount(merged.rowCount, noun)}${more}: ${examples}`;
}

/** The first few values of a row that say something, named where the value alone would not. */
function describeRow(columns: string[], row: Cell[]): string {
  const told = columns.flatMap((column, index) => {
    const value = row[index];
    if (value === null || value === undefined || value === "" || value === -1) return [];
    return typeof value === "number" ? `${column.replaceAll("_", " ")} ${value}` : shorten(value);
  });
  return told.slice(0, 4).join(", ");
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
