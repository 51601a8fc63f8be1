import { isTerminal } from "../../contract/investigation.ts";
import type { Store } from "../../store/port.ts";
import type { InvestigationBlob, InvestigationRecord, TimelineEntry } from "../../store/records.ts";
import type { StreamEvent } from "../http/event-stream.ts";
import { loadWithBlob } from "./find-investigation.ts";
import { watchRecord } from "./watch-record.ts";

export interface FollowOptions {
  id: string;
  /** The last event the client has; 0 for none. */
  afterSeq: number;
  heartbeatMs: number;
  signal: AbortSignal;
}

/**
 * Everything that happened to an investigation after `afterSeq`, then what happens next, up to
 * its end. All is told from the stored record, so a client can resume on another server.
 */
export async function* followInvestigation(
  store: Store,
  { id, afterSeq, heartbeatMs, signal }: FollowOptions,
): AsyncGenerator<StreamEvent> {
  let told = afterSeq;
  // Watching starts before the first look, so that no change falls between the two.
  const watch = watchRecord(store, { kind: "investigation", id, signal });
  try {
    for (;;) {
      const current = (await store.find("investigation", id))?.record;
      if (!current || signal.aborted) return;
      const { events, record } = await eventsAfter(store, current, told);
      yield* events;
      told = Math.max(told, ...events.map(({ seq }) => seq));
      if (isTerminal(record.status)) return;
      while ((await watch.next(heartbeatMs)) === "quiet") yield { type: "comment" };
    }
  } finally {
    watch.stop();
  }
}

/** The event a client goes on after: 0, the beginning, if it names one that was never told. */
export function resumeAfter(record: InvestigationRecord, lastEventId: string | undefined): number {
  const seq = Number(lastEventId ?? 0);
  return seq <= Math.max(record.progress_seq, record.timeline.at(-1)?.seq ?? 0) ? seq : 0;
}

/** Whether an investigation has ended and a client that has event `afterSeq` has them all. */
export function isToldWhole(record: InvestigationRecord, afterSeq: number): boolean {
  return isTerminal(record.status) && (record.timeline.at(-1)?.seq ?? 0) <= afterSeq;
}

type SeqEvent = Extract<StreamEvent, { seq: number }>;

async function eventsAfter(
  store: Store,
  seen: InvestigationRecord,
  told: number,
): Promise<{ events: SeqEvent[]; record: InvestigationRecord }> {
  const bulky = seen.timeline.some(({ seq, type }) => seq > told && type !== "status");
  if (!bulky) return { events: toEvents(seen, undefined, told), record: seen };
  const { record, blob } = await loadWithBlob(store, seen);
  return { events: toEvents(record, blob, told), record };
}

function toEvents(
  record: InvestigationRecord,
  blob: InvestigationBlob | undefined,
  told: number,
): SeqEvent[] {
  const things = new Map<string, unknown>([
    ...(blob?.findings ?? []).map((finding) => [finding.finding_id, finding] as const),
    ...(blob?.chains ?? []).map((chain) => [chain.chain_id, chain] as const),
  ]);
  const events = record.timeline
    .filter(({ seq }) => seq > told)
    .map(
      (entry) => ({ type: entry.type, seq: entry.seq, data: dataOf(entry, things) }) as SeqEvent,
    );
  if (record.progress && record.progress_seq > told) {
    events.push({ type: "progress", seq: record.progress_seq, data: record.progress });
  }
  return events.sort((a, b) => a.seq - b.seq);
}

/** `things` are findings and chains by id. */
function dataOf(entry: TimelineEntry, things: ReadonlyMap<string, unknown>): unknown {
  if (entry.type === "status") return { status: entry.status };
  const data = things.get(entry.type === "finding" ? entry.finding_id : entry.chain_id);
  if (!data) throw new Error(`the ${entry.type} of event ${entry.seq} is not in its blob`);
  return data;
}
