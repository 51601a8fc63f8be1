import type { Delivery } from "../../contract/webhook.ts";
import {
  fetchAndReport,
  pauseMs,
  temporaryProblem,
  type WatchContext,
  waitAndReconnect,
} from "./poll.ts";

/** The polling interval for a server without a stream. */
const pollMs = 15_000;
/** Beside the stream, a refresh updates the counts beyond the listing and finds removed deliveries. */
const refreshMs = 60_000;

/** Deliveries as they change; where there is no stream, as they are now and then. */
export async function watchDeliveries(watching: WatchContext): Promise<never> {
  const { report, sleep, now, signal } = watching;
  for (let failures = 0; ; ) {
    const startedMs = now();
    try {
      const client = await watching.client();
      // Open the stream before reading the lists, so that no change is missed in between.
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

/** Reports a stream's deliveries until it ends, with periodic refreshes. */
async function withStream(stream: AsyncGenerator<Delivery>, watching: WatchContext): Promise<void> {
  const { report, signal } = watching;
  const ended = new AbortController();
  const received: { during: Delivery[] | null } = { during: null };
  const listen = async () => {
    for await (const delivery of stream) {
      received.during?.push(delivery);
      report({ type: "delivery", delivery });
    }
  };
  const look = async (until: WatchContext) => {
    received.during = [];
    await fetchAndReport("deliveries", until);
    // The listing may be older than deliveries that arrived meanwhile.
    for (const delivery of received.during) report({ type: "delivery", delivery });
    received.during = null;
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
