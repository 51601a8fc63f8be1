import { maxAnswerRows } from "../../contract/enums.ts";
import type { FollowUp, Reading } from "../../contract/reading.ts";
import type { Answer, Coverage } from "../../contract/summary.ts";
import type { AgentRecord, InvestigationRecord } from "../../store/records.ts";
import type { KindWords } from "../model/kind-words.ts";
import type { BrainServices } from "../ports/services.ts";
import { everyRow } from "../questions/follow-up/compose-facts.ts";
import { compareAnswers, type RowChanges } from "./compare-answers.ts";
import { changedRows, describeChanges, nothingEarlier } from "./describe-changes.ts";
import { describeOtherPaths, describeRest } from "./describe-rest.ts";
import { describeSince } from "./describe-since.ts";
import { describeWhy, type Grounds } from "./describe-why.ts";
import {
  chooseRun,
  type EarlierAnswer,
  earlierRuns,
  isOldEnough,
  loadRun,
  type SinceTerms,
} from "./earlier-runs.ts";

/** What a run found, for its follow-up to describe. */
export interface Found extends Omit<Grounds, "text" | "sql"> {
  record: InvestigationRecord;
  reading: Reading;
  /** All of its rows, as far as they are kept. */
  answer: Answer | null;
  everyone: AgentRecord[];
}

/** The sentences that answer a follow-up, and the rows it shows instead of all. */
export interface FollowUpAnswer {
  lines: string[];
  answer: Answer | null;
}

type Services = Pick<BrainServices, "store" | "wordsOf">;

/** The id of the run that "what changed" is compared with; undefined if there is none. */
export async function comparedWith(
  { store, clock }: Pick<BrainServices, "store" | "clock">,
  record: InvestigationRecord,
  reading: Reading,
): Promise<string | undefined> {
  if (reading.follow_up?.asks !== "changes") return undefined;
  const runs = await earlierRuns(store, record, reading);
  const { since } = reading.follow_up;
  return chooseRun(runs, { since, nowMs: clock.now() })?.id;
}

/** Answers what a follow-up asks of the answer before it; null for a question of its own or one that is only refined. */
export async function concludeFollowUp(
  services: Services,
  found: Found,
  nowMs: number,
): Promise<FollowUpAnswer | null> {
  const { reading, answer } = found;
  switch (reading.follow_up?.asks) {
    case "why":
      return { lines: describeWhy({ ...found, text: reading.text, sql: reading.sql }), answer };
    case "since_when":
      return { lines: await sinceLines(services, found), answer };
    case "changes":
      return changes(services, found, { since: reading.follow_up.since, nowMs });
    case "rest":
      return { lines: restLines(found, reading.follow_up), answer };
    default:
      return null;
  }
}

function restLines({ record, reading, answer, chains, findings }: Found, followUp: FollowUp) {
  if (reading.path) return describeOtherPaths(chains.length, record.depth);
  if (!answer) return [`Every finding is shown: ${findings.length}.`];
  const isTruncated = answer.truncated && answer.row_count <= maxAnswerRows;
  return describeRest(answer, { skip: followUp.skip ?? 0, isTruncated });
}

async function sinceLines(
  { store, wordsOf }: Services,
  { record, reading, findings, answer }: Found,
): Promise<string[]> {
  const { type, n } = reading.aggregate;
  if (type === "top_n" && n === everyRow) return [];
  const runs = await earlierRuns(store, record, reading);
  const loaded = await Promise.all(runs.map((run) => loadRun(store, run)));
  const rows = reading.path ? "paths" : (wordsOf(reading.tables[0] ?? "")?.noun ?? "the rows");
  const noun = findings.length > 0 ? "findings" : rows;
  return describeSince({ noun, findings, answer }, loaded);
}

/** The names of the hosts that a run could not ask. */
function unasked(coverage: Coverage | undefined, everyone: AgentRecord[]): string[] {
  const ids = new Set(coverage?.unanswered.map(({ agent_id }) => agent_id));
  return everyone.filter(({ agent_id }) => ids.has(agent_id)).map(({ hostname }) => hostname);
}

/** The fields that differ at each run. */
const measuredFields = (words: KindWords | undefined): string[] =>
  Object.entries(words?.formats ?? {})
    .filter(([, format]) => format === "bytes" || format === "percent")
    .map(([name]) => name);

function rowChanges(
  { wordsOf }: Services,
  { reading, answer, coverage, everyone }: Found,
  earlier: EarlierAnswer,
): RowChanges | null {
  if (!answer && !earlier.answer) return null;
  const asked = new Set([
    ...reading.filters.map(({ field }) => field),
    ...reading.aggregate.fields,
  ]);
  const volatile = reading.tables
    .flatMap((kind) => measuredFields(wordsOf(kind)))
    .filter((field) => !asked.has(field));
  return compareAnswers(earlier.answer, answer, {
    volatile: new Set(volatile),
    unasked: new Set([
      ...unasked(coverage, everyone),
      ...unasked(earlier.record.summary?.coverage, everyone),
    ]),
  });
}

async function changes(
  services: Services,
  found: Found,
  terms: SinceTerms,
): Promise<FollowUpAnswer> {
  const { compared_with: id } = found.record;
  const run = id === undefined ? undefined : await services.store.find("investigation", id);
  if (!run) return { lines: nothingEarlier(), answer: found.answer };
  const earlier = await loadRun(services.store, run.record);
  const rows = rowChanges(services, found, earlier);
  return {
    lines: describeChanges({ earlier, isOldEnough: isOldEnough(run.record, terms) }, rows),
    answer: rows ? (changedRows(rows, maxAnswerRows) ?? found.answer) : found.answer,
  };
}
