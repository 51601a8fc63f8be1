import type { Delivery } from "../../contract/webhook.ts";
import {
  fetchAndReport,
  pauseMs,
  temporaryProblem,
  type WatchContext,
  waitAndReconnect,
} from "./poll.ts";

/** Between looks at a service that has no stream. */
const pollMs = 15_000;
/** Beside a stream a look counts what was more than could be listed, and sees what was removed. */
const refreshMs = 60_000;

/** Deliveries as they change; where there is no stream, as they are now and then. */
export async function watchDeliveries(watching: WatchContext): Promise<never> {
  const { report, sleep, now, signal } = watching;
  for (let failures = 0; ; ) {
    const startedMs = now();
    try {
      const client = await watching.client();
      // Open before the look at the lists, so that no change falls between the two.
      const stream = await client.streamDeliveries({}, { signal });
      report({ type: "link", link: stream ? "live" : "polling" });
      if (stream) {
        await withStream(stream, watching);
        report({ type: "link", link: "lost" });
      } else if (await fetchAndReport("deliveries", watching)) {
        failures = 0;
        await sleep(pauseMs(pollMs, now() - startedMs), signal);
        continue;
      }
    } catch (error) {
      report({ type: "problem", source: "deliveries", text: temporaryProblem(error, signal) });
    }
    // A connection that lasted is no failure.
    if (now() - startedMs > pollMs) failures = 0;
    await waitAndReconnect(watching, failures++);
  }
}

/** What a stream tells until it ends, with a look now and then. */
async function withStream(stream: AsyncGenerator<Delivery>, watching: WatchContext): Promise<void> {
  const { report, signal } = watching;
  const ended = new AbortController();
  const told: { during: Delivery[] | null } = { during: null };
  const listen = async () => {
    for await (const delivery of stream) {
      told.during?.push(delivery);
      report({ type: "delivery", delivery });
    }
  };
  const look = async (until: WatchContext) => {
    told.during = [];
    await fetchAndReport("deliveries", until);
    // What was listed may be older than what was told meanwhile.
    for (const delivery of told.during) report({ type: "delivery", delivery });
    told.during = null;
  };
  const until = AbortSignal.any([signal, ended.signal]);
  try {
    await Promise.race([listen(), refreshPeriodically(look, { ...watching, signal: until })]);
  } finally {
    ended.abort();
  }
  signal.throwIfAborted();
}

async function refreshPeriodically(
  look: (watching: WatchContext) => Promise<void>,
  watching: WatchContext,
): Promise<never> {
  const { sleep, now, signal } = watching;
  for (;;) {
    const startedMs = now();
    await look(watching);
    await sleep(pauseMs(refreshMs, now() - startedMs), signal);
  }
}
