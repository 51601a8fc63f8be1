import { isTerminal } from "../../contract/investigation.ts";
import type { Store } from "../../store/port/store.ts";
import type { InvestigationBlob, InvestigationRecord, TimelineEntry } from "../../store/records.ts";
import type { StreamEvent } from "../http/event-stream.ts";
import { loadWithBlob } from "./find-investigation.ts";
import { watchRecord } from "./watch-record.ts";

export interface FollowOptions {
  id: string;
  /** The last event that the client has received; 0 for none. */
  afterSeq: number;
  heartbeatMs: number;
  signal: AbortSignal;
}

/**
 * The events of an investigation after `afterSeq`, past and future, until it ends. All of them come
 * from the stored record, so a client can resume on another server.
 */
export async function* followInvestigation(
  store: Store,
  { id, afterSeq, heartbeatMs, signal }: FollowOptions,
): AsyncGenerator<StreamEvent> {
  let lastSeq = afterSeq;
  // Watching starts before the first read, so that no change is missed in between.
  const watch = watchRecord(store, { kind: "investigation", id, signal });
  try {
    for (;;) {
      const current = (await store.find("investigation", id))?.record;
      if (!current || signal.aborted) return;
      const { events, record } = await eventsAfter(store, current, lastSeq);
      yield* events;
      lastSeq = Math.max(lastSeq, ...events.map(({ seq }) => seq));
      if (isTerminal(record.status)) return;
      while ((await watch.next(heartbeatMs)) === "timeout") yield { type: "comment" };
    }
  } finally {
    watch.stop();
  }
}

/** The event to resume after; 0, the beginning, if the client names an event that was never sent. */
export function resumeSeq(record: InvestigationRecord, lastEventId: string | undefined): number {
  const seq = Number(lastEventId ?? 0);
  return seq <= Math.max(record.progress_seq, record.timeline.at(-1)?.seq ?? 0) ? seq : 0;
}

/** Whether the investigation has ended and `afterSeq` is its last event. */
export function hasEveryEvent(record: InvestigationRecord, afterSeq: number): boolean {
  return isTerminal(record.status) && (record.timeline.at(-1)?.seq ?? 0) <= afterSeq;
}

type SeqEvent = Extract<StreamEvent, { seq: number }>;

async function eventsAfter(
  store: Store,
  known: InvestigationRecord,
  afterSeq: number,
): Promise<{ events: SeqEvent[]; record: InvestigationRecord }> {
  const needsBlob = known.timeline.some(({ seq, type }) => seq > afterSeq && type !== "status");
  if (!needsBlob) return { events: toEvents(known, undefined, afterSeq), record: known };
  const { record, blob } = await loadWithBlob(store, known);
  return { events: toEvents(record, blob, afterSeq), record };
}

function toEvents(
  record: InvestigationRecord,
  blob: InvestigationBlob | undefined,
  afterSeq: number,
): SeqEvent[] {
  const results = new Map<string, unknown>([
    ...(blob?.findings ?? []).map((finding) => [finding.finding_id, finding] as const),
    ...(blob?.chains ?? []).map((chain) => [chain.chain_id, chain] as const),
  ]);
  const events = record.timeline
    .filter(({ seq }) => seq > afterSeq)
    .map(
      (entry) => ({ type: entry.type, seq: entry.seq, data: dataOf(entry, results) }) as SeqEvent,
    );
  if (record.progress && record.progress_seq > afterSeq) {
    events.push({ type: "progress", seq: record.progress_seq, data: record.progress });
  }
  return events.sort((a, b) => a.seq - b.seq);
}

/** `results` maps ids to findings and chains. */
function dataOf(entry: TimelineEntry, results: ReadonlyMap<string, unknown>): unknown {
  if (entry.type === "status") return { status: entry.status };
  const data = results.get(entry.type === "finding" ? entry.finding_id : entry.chain_id);
  if (!data) throw new Error(`the ${entry.type} of event ${entry.seq} is not in its blob`);
  return data;
}
