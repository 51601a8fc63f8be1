import type { StatementResult } from "../../contract/plan.ts";
import type { Reading, UnknownName } from "../../contract/reading.ts";
import { stateAsked } from "../model/kind-words.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import { factsStatementId } from "../plan/plan-statements.ts";
import { count, didYouMean, list, lowercaseFirst } from "../text/wording.ts";
import { describeGroups, describeRanking } from "./describe-groups.ts";
import { amount, describeRows, type RowTerms } from "./describe-rows.ts";
import { describeState } from "./describe-state.ts";
import type { NarrativeInput } from "./narrative-input.ts";

/** The sentences for the rows of one part of the question. */
export function describeFacts(
  part: Reading,
  merged: MergedRows | null,
  input: NarrativeInput,
): string[] {
  if (!merged) return [`Unknown: ${whyUnknown(part, input)}.`];
  const { type } = part.aggregate;
  const terms = termsOf(part, merged, input);
  const whole = isComplete(part, input);
  if (type === "count") return describeCount(merged, terms, whole);
  if (countsHosts(part)) return describeHosts(merged, terms, whole);
  const state = terms.words && stateAsked(part, terms.words);
  if (state) return describeState(merged, state, { ...terms, whole });
  if (merged.rowCount === 0) return describeNone(part, terms, whole);
  const said = rowsText(part, merged, terms);
  return [type === "exists" ? `${part.exceptions ? "No" : "Yes"}: ${said}` : said];
}

function rowsText(part: Reading, merged: MergedRows, terms: RowTerms): string {
  if (isHostList(merged) || isAboutHosts(part, merged, terms)) return hostsText(merged, terms);
  if (part.aggregate.type === "group_by") return describeGroups(merged, part, terms);
  const ranks =
    part.aggregate.type === "top_n" && merged.columns.includes(part.aggregate.fields[0] ?? "");
  return ranks ? describeRanking(merged, part, terms) : describeRows(merged, terms);
}

function termsOf(part: Reading, merged: MergedRows, input: NarrativeInput): RowTerms {
  const words = input.wordsOf(part.tables[0] ?? "");
  const noun = words?.noun ?? "rows";
  return {
    words,
    noun: isHostList(merged) ? "hosts" : part.absent === "user" ? "users" : noun,
    hostCount: input.coverage.agents_answered,
  };
}

const isHostList = ({ columns }: MergedRows): boolean =>
  columns.length === 1 && columns[0] === "host";

const shownHosts = 10;

/** Whether the rows are the hosts that meet a condition: "which hosts are physical?". */
function isAboutHosts(
  { filters, aggregate: { type } }: Reading,
  { columns, rows, rowCount }: MergedRows,
  { words }: RowTerms,
): boolean {
  const isList = type === "none" || type === "exists";
  const isWhole = rows.length === rowCount && rows.length > 1;
  return (
    isList && isWhole && filters.length > 0 && Boolean(words?.single) && columns.includes("host")
  );
}

/** "7 of 28 hosts: laptop-1, …"; a list of hosts may be cut, and then has more than its rows. */
function hostsText({ columns, rows, rowCount }: MergedRows, { hostCount }: RowTerms): string {
  const at = columns.indexOf("host");
  const hosts = [...new Set(rows.map((row) => String(row[at])))];
  const matching = rowCount > rows.length ? rowCount : hosts.length;
  return `${matching} of ${count(hostCount, "host")}: ${list(hosts, shownHosts)}.`;
}

/** Data that could not be read may hold matching rows. */
function describeNone(part: Reading, terms: RowTerms, whole: boolean): string[] {
  const none = noneText(part, terms);
  const unread = whole ? "" : "in the data that could be read ";
  const answer = part.exceptions ? "Yes" : "No";
  // What could not be read may be an exception.
  const isAnswer = part.aggregate.type === "exists" && (whole || !part.exceptions);
  return [
    `${isAnswer ? `${answer}: ${lowercaseFirst(none)}` : none} ${unread}on ${count(terms.hostCount, "host")}.`,
    ...(part.unknown_names ?? []).map(describeUnknown),
  ];
}

/** "No accounts matched", "Nothing reported about Secure Boot", "No user without cron jobs". */
function noneText({ aggregate, absent, filters }: Reading, { noun, words }: RowTerms): string {
  if (aggregate.fn === "compare") return `No differences in ${noun}`;
  if (absent)
    return `No ${absent} without ${filters.length > 0 ? "such " : ""}${words?.noun ?? "rows"}`;
  if (words?.single) return filters.length > 0 ? "No match" : `Nothing reported about ${noun}`;
  return `No ${noun.replace(/^the /, "")}${filters.length > 0 ? " matched" : ""}`;
}

const describeUnknown = ({ name, near }: UnknownName): string =>
  `No snapshot has anything called ${name}.${didYouMean(near)}`;

const countsHosts = ({ aggregate: { type, fn, of, fields } }: Reading): boolean =>
  type === "group_by" && fn === "distinct" && of === "host" && fields.length === 0;

/** "how many hosts run nginx". */
function describeHosts(
  { rows }: MergedRows,
  { noun, hostCount }: RowTerms,
  whole: boolean,
): string[] {
  const hosts = Number(rows[0]?.[0] ?? 0);
  const verb = hosts === 1 ? "has" : "have";
  const atLeast = whole ? "" : "At least ";
  return [`${atLeast}${hosts} of ${count(hostCount, "host")} ${verb} matching ${noun}.`];
}

const shownCounts = 5;

function describeCount(
  merged: MergedRows,
  { noun, hostCount }: RowTerms,
  whole: boolean,
): string[] {
  const { columns, rows } = merged;
  const at = columns.findLastIndex((_, index) => typeof rows[0]?.[index] === "number");
  const total = at < 0 ? 0 : rows.reduce((sum, row) => sum + Number(row[at] ?? 0), 0);
  const hostAt = columns.indexOf("host");
  const where = hostAt < 0 ? "" : ` on ${count(hostCount, "host")}`;
  const first = `${whole ? "" : "At least "}${amount(total, noun)}${where}.`;
  if (hostAt < 0 || rows.length < 2) return [first];
  const byHost = rows
    .toSorted((a, b) => Number(b[at]) - Number(a[at]))
    .map((row) => `${row[hostAt]} ${Number(row[at]).toLocaleString("en-US")}`);
  return [first, `By host: ${list(byHost, shownCounts)}.`];
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
