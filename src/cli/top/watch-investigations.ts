import { isTerminal } from "../../contract/enums.ts";
import type { TopFacts } from "../../ui/top/top-facts.ts";
import { pauseMs, pollSource, temporaryProblem, type WatchContext } from "./poll.ts";

const everyMs = 5_000;
/** The minimum pause: the next listing comes early when an investigation has ended. */
const minPauseMs = 2_000;
/** Concurrent streams, as many as fit on a small screen. The listing covers the others. */
const maxStreams = 3;

/** Reports the running and the newest investigations, with progress from their streams. */
export async function watchInvestigations(watching: WatchContext): Promise<never> {
  const streams = new Set<string>();
  let ended = new AbortController();
  const follow = (id: string) => {
    streams.add(id);
    void listen(id, watching)
      .then((over) => over && ended.abort())
      .catch(() => {})
      .finally(() => streams.delete(id));
  };
  return pollSource("investigations", watching, async (tookMs, facts) => {
    const free = maxStreams - streams.size;
    const fresh = runningIds(facts).filter((id) => !streams.has(id));
    for (const id of fresh.slice(0, free)) follow(id);
    const { sleep, signal } = watching;
    await sleep(minPauseMs, signal);
    const rest = pauseMs(everyMs, tookMs) - minPauseMs;
    const early = AbortSignal.any([signal, ended.signal]);
    await sleep(rest, early).catch(() => signal.throwIfAborted());
    ended = new AbortController();
  });
}

function runningIds({ investigations }: TopFacts): string[] {
  return investigations?.running.map(({ investigation_id }) => investigation_id) ?? [];
}

/** Reports the events of an investigation's stream; true when the investigation has ended. */
async function listen(id: string, { client, report, signal }: WatchContext): Promise<boolean> {
  try {
    const events = await (await client()).streamInvestigation(id, { signal });
    for await (const event of events ?? []) {
      if (event.type === "progress") report({ type: "run", id, change: { progress: event.data } });
      if (event.type !== "status") continue;
      report({ type: "run", id, change: event.data });
      if (isTerminal(event.data.status)) return true;
    }
  } catch (error) {
    // The listing still covers it, and reports the problem.
    temporaryProblem(error, signal);
  }
  return false;
}
