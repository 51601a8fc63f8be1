import type { Reading } from "../../contract/reading.ts";
import type { Answer, Finding } from "../../contract/summary.ts";
import { canonicalJson } from "../../core/json.ts";
import { readJsonBlob, type Store } from "../../store/port/store.ts";
import type { InvestigationBlob, InvestigationRecord } from "../../store/records.ts";
import { periodOf } from "../questions/sql/window.ts";

/** An earlier completed run of a question, with what it found. */
export interface EarlierAnswer {
  record: InvestigationRecord;
  completedAt: string;
  answer: Answer | null;
  findings: Finding[];
}

/** The most runs looked at. */
const mostRuns = 20;

/** What a question asks, whatever it was called and when it was read. */
export function meaningOf(reading: Reading): string {
  const { route, detections, tables, filters, aggregate, absent, hosts, tags, time_window, path } =
    reading;
  const asked = { route, detections, tables, filters, aggregate, absent, hosts, tags };
  const { sql, posture = false, parts } = reading;
  // The SQL of a question in English has the time it was read in it.
  const written = tables.length === 0 ? sql : [];
  const inner = parts?.map(meaningOf) ?? [];
  return canonicalJson({ ...asked, time_window, path, posture, written, inner });
}

/** The investigations that this one follows up, the latest first. */
async function followed(store: Store, record: InvestigationRecord): Promise<InvestigationRecord[]> {
  const chain: InvestigationRecord[] = [];
  for (let id = record.follow_up_of; id !== undefined && chain.length < mostRuns; ) {
    const found = (await store.find("investigation", id))?.record;
    if (!found) break;
    chain.push(found);
    id = found.follow_up_of;
  }
  return chain;
}

/** The completed runs of the same question over the same hosts, newest first: those followed up, of the same schedule or wording. */
export async function earlierRuns(
  store: Store,
  record: InvestigationRecord,
  reading: Reading,
): Promise<InvestigationRecord[]> {
  const chain = await followed(store, record);
  const page = async (where: Partial<InvestigationRecord>) => {
    const { account_id: account } = record;
    const query = { account, order: "newest_first", limit: mostRuns, where } as const;
    return (await store.page("investigation", query)).records;
  };
  const schedules = new Set(chain.flatMap(({ curiosity_id }) => curiosity_id ?? []));
  const queries = new Set(chain.map(({ query }) => query));
  const found = await Promise.all([
    ...[...schedules].map((curiosity_id) => page({ curiosity_id, status: "completed" })),
    ...[...queries].map((query) => page({ query, status: "completed" })),
  ]);
  const runs = new Map([...chain, ...found.flat()].map((run) => [run.id, run]));
  const meaning = meaningOf(reading);
  const scope = canonicalJson(record.scope);
  return [...runs.values()]
    .filter(
      (run) =>
        run.id !== record.id &&
        run.status === "completed" &&
        run.reading !== null &&
        hasAllRows(run.reading) &&
        meaningOf(run.reading) === meaning &&
        canonicalJson(run.scope) === scope,
    )
    .sort((a, b) => timeOf(b) - timeOf(a))
    .slice(0, mostRuns);
}

/** Answers to "what changed" and "show the rest" have other rows than the question. */
const hasAllRows = ({ follow_up }: Reading): boolean =>
  follow_up?.asks !== "changes" && follow_up?.asks !== "rest";

const timeOf = ({ completed_at, started_at }: InvestigationRecord) =>
  Date.parse(completed_at ?? started_at);

/** The time before which a run shows the state that `since` names; null for any time. */
function cutOff(since: string | undefined, nowMs: number): number | null {
  // "since yesterday" compares with what yesterday ended with.
  const period = since === undefined ? null : periodOf(since.replace(/^since:/, ""), nowMs);
  const at = period?.to ?? period?.from ?? null;
  return at === null ? null : at * 1000;
}

/** The time that a follow-up compares with, and when it is asked. */
export interface SinceTerms {
  since: string | undefined;
  nowMs: number;
}

/** Whether a run shows the state at the time asked for. */
export function isOldEnough(run: InvestigationRecord, { since, nowMs }: SinceTerms): boolean {
  const limit = cutOff(since, nowMs);
  return limit === null || timeOf(run) < limit;
}

/** The run to compare with: the newest that is old enough, else the oldest there is. */
export const chooseRun = (
  runs: InvestigationRecord[],
  terms: SinceTerms,
): InvestigationRecord | undefined => runs.find((run) => isOldEnough(run, terms)) ?? runs.at(-1);

export async function loadRun(store: Store, record: InvestigationRecord): Promise<EarlierAnswer> {
  const blob =
    record.blob === null ? undefined : await readJsonBlob<InvestigationBlob>(store, record.blob);
  return {
    record,
    completedAt: record.completed_at ?? record.started_at,
    answer: blob?.answer ?? null,
    findings: blob?.findings ?? [],
  };
}
