import { isTerminal } from "../contract/enums.ts";
import type { Investigation } from "../contract/investigation.ts";
import { streamInvestigation } from "./stream-investigation.ts";
import type { ClientOptions, StreamEvent } from "./types.ts";

const pollMs = 1_000;
/** Streams that end early in a row before the client polls instead. */
const maxBrokenStreams = 3;

interface Following {
  options: ClientOptions;
  id: string;
  get: () => Promise<Investigation>;
  signal?: AbortSignal;
}

/**
 * All events of an investigation, each finding and chain once, up to its terminal
 * status. A lost stream is resumed after the last event seen; where streaming doesn't work
 * (a proxy that buffers or cuts), polling replaces it.
 */
export async function* follow(following: Following): AsyncGenerator<StreamEvent> {
  const seen = new Set<string>();
  let lastEventId: string | undefined;
  for (let broken = 0; broken < maxBrokenStreams; broken++) {
    const { options, id, signal } = following;
    const events = await streamInvestigation(options, { id, lastEventId, signal });
    if (events === null) break;
    for await (const event of events) {
      broken = 0;
      lastEventId = event.id ?? lastEventId;
      if (isNew(event, seen)) yield event;
      if (event.type === "status" && isTerminal(event.data.status)) return;
    }
    await following.options.sleep(pollMs / 4, following.signal);
  }
  yield* poll(following, seen);
}

function isNew(event: StreamEvent, seen: Set<string>): boolean {
  const key = keyOf(event);
  if (key === null) return true;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** Identifies duplicates of an event; progress is always reported. */
function keyOf(event: StreamEvent): string | null {
  if (event.type === "finding") return event.data.finding_id;
  // A chain is reported again when it is confirmed.
  if (event.type === "chain") return `${event.data.chain_id} ${event.data.status}`;
  return event.type === "status" ? event.data.status : null;
}

async function* poll({ options, get, signal }: Following, seen: Set<string>) {
  for (let toldAt = ""; ; ) {
    const investigation = await get();
    for (const event of eventsOf(investigation, toldAt)) if (isNew(event, seen)) yield event;
    if (isTerminal(investigation.status)) return;
    toldAt = investigation.progress?.updated_at ?? toldAt;
    await options.sleep(pollMs, signal);
  }
}

/** The events that a stream would have sent by now, in its order: the status last. */
function eventsOf(investigation: Investigation, toldAt: string): StreamEvent[] {
  const { progress, findings, chains, status } = investigation;
  const events: StreamEvent[] = [];
  if (progress && progress.updated_at !== toldAt) events.push({ type: "progress", data: progress });
  for (const data of findings) events.push({ type: "finding", data });
  for (const data of chains) events.push({ type: "chain", data });
  events.push({ type: "status", data: { status } });
  return events;
}
