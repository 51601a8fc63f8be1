import { isTerminal } from "../../contract/enums.ts";
import type { TopFacts } from "../../ui/top/top-facts.ts";
import { pauseMs, pollSource, temporaryProblem, type WatchContext } from "./poll.ts";

const everyMs = 5_000;
/** The news that one has ended brings the next look forward, down to this. */
const minPauseMs = 2_000;
/** Streams at once: one for each that fits on a small screen. The listing tells of the others. */
const maxStreams = 3;

/** Which investigations run and which are the newest, with how far each is as it tells. */
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

/** Tells what an investigation's stream tells, as long as it lasts; true: it has ended. */
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
    // The listing goes on telling, and says what is wrong.
    temporaryProblem(error, signal);
  }
  return false;
}
