import type { Cell } from "../../contract/common.ts";
import type { StatementResult } from "../../contract/plan.ts";
import type { Reading, UnknownName } from "../../contract/reading.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import { factsStatementId } from "../plan/plan-statements.ts";
import { capitalize, count, didYouMean, list, singular } from "../text/wording.ts";
import type { NarrativeInput } from "./narrative-input.ts";

/** The sentences for the rows of one part of the question. */
export function describeFacts(
  part: Reading,
  merged: MergedRows | null,
  input: NarrativeInput,
): string[] {
  if (!merged) return [`Unknown: ${whyUnknown(part, input)}.`];
  const { type } = part.aggregate;
  const noun = nounOf(part, merged, input);
  const asked = `${count(input.coverage.agents_answered, "host")} asked`;
  const whole = isComplete(part, input);
  if (type === "count") return describeCount(merged, noun, { asked, whole });
  if (countsHosts(part)) return describeHosts(merged, part, input);
  if (merged.rowCount > 0) {
    const rows = found(merged, noun);
    return [type === "exists" ? `Yes: ${rows}.` : `${capitalize(rows)}.`];
  }
  // Data that could not be read may hold matching rows.
  const where = whole ? `on the ${asked}` : `in the data that could be read on the ${asked}`;
  return [
    type === "exists" ? `No: no ${noun} found ${where}.` : `None found ${where}: no ${noun}.`,
    ...(part.unknown_names ?? []).map(describeUnknown),
  ];
}

const describeUnknown = ({ name, near }: UnknownName): string =>
  `No snapshot has anything called ${name}.${didYouMean(near)}`;

const countsHosts = ({ aggregate: { type, fn, of, fields } }: Reading): boolean =>
  type === "group_by" && fn === "distinct" && of === "host" && fields.length === 0;

/** "how many hosts run nginx". */
function describeHosts(merged: MergedRows, part: Reading, input: NarrativeInput): string[] {
  const hosts = Number(merged.rows[0]?.[0] ?? 0);
  const noun = input.nounOf(part.tables[0] ?? "") ?? "rows";
  const atLeast = isComplete(part, input) ? "" : "At least ";
  const answered = count(input.coverage.agents_answered, "host");
  return [`${atLeast}${hosts} of ${answered} ${hosts === 1 ? "has" : "have"} matching ${noun}.`];
}

/** The noun for the rows; a question about who has or lacks something has hosts or users as rows. */
function nounOf(part: Reading, { columns }: MergedRows, input: NarrativeInput): string {
  if (columns.length === 1 && columns[0] === "host") return "hosts";
  if (part.aggregate.type === "group_by") return "groups";
  if (part.absent === "user") return "users";
  return input.nounOf(part.tables[0] ?? "") ?? "rows";
}

function isComplete(part: Reading, input: NarrativeInput): boolean {
  return resultsOf(part, input).every(({ gaps, error }) => gaps.length === 0 && !error);
}

/**
 * The hosts' results for this part. A host may lack some of the alternative sources; its errors
 * count only if no source answered.
 */
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

/** Why no host could return this part's data, from the failed statements. */
function whyUnknown(part: Reading, input: NarrativeInput): string {
  const unanswered = input.answers.flatMap(({ gap }) => gap?.detail ?? []);
  const failed = resultsOf(part, input).flatMap(({ error }) => error?.message ?? []);
  return list([...new Set([...unanswered, ...failed])], 3) || "no host could return it";
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

/** `2 sudo rules`; for nouns without a plural, the number of rows. */
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

/** The first few meaningful values of a row; numbers with their column's name. */
function describeRow(columns: string[], row: Cell[]): string {
  const input = columns.flatMap((column, index) => {
    const value = row[index];
    if (value === null || value === undefined || value === "" || value === -1) return [];
    return typeof value === "number" ? `${column.replaceAll("_", " ")} ${value}` : shorten(value);
  });
  return input.slice(0, 4).join(", ");
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
