import type { Delivery } from "../../contract/webhook.ts";
import { lookAndTell, pauseMs, problemOf, type Watching, waitAndFind } from "./poll.ts";

/** Between looks at a service that has no stream. */
const everyMs = 15_000;
/** Beside a stream a look counts what was more than could be listed, and sees what was removed. */
const besideMs = 60_000;

/** Deliveries as they change; where there is no stream, as they are now and then. */
export async function watchDeliveries(watching: Watching): Promise<never> {
  const { tell, sleep, now, signal } = watching;
  for (let failures = 0; ; ) {
    const startedMs = now();
    try {
      const client = await watching.client();
      // Open before the look at the lists, so that no change falls between the two.
      const stream = await client.streamDeliveries({}, { signal });
      tell({ type: "link", link: stream ? "live" : "polling" });
      if (stream) {
        await withStream(stream, watching);
        tell({ type: "link", link: "lost" });
      } else if (await lookAndTell("deliveries", watching)) {
        failures = 0;
        await sleep(pauseMs(everyMs, now() - startedMs), signal);
        continue;
      }
    } catch (error) {
      tell({ type: "problem", source: "deliveries", text: problemOf(error, signal) });
    }
    // A connection that lasted is no failure.
    if (now() - startedMs > everyMs) failures = 0;
    await waitAndFind(watching, failures++);
  }
}

/** What a stream tells until it ends, with a look now and then. */
async function withStream(stream: AsyncGenerator<Delivery>, watching: Watching): Promise<void> {
  const { tell, signal } = watching;
  const ended = new AbortController();
  const told: { during: Delivery[] | null } = { during: null };
  const listen = async () => {
    for await (const delivery of stream) {
      told.during?.push(delivery);
      tell({ type: "delivery", delivery });
    }
  };
  const look = async (until: Watching) => {
    told.during = [];
    await lookAndTell("deliveries", until);
    // What was listed may be older than what was told meanwhile.
    for (const delivery of told.during) tell({ type: "delivery", delivery });
    told.during = null;
  };
  const until = AbortSignal.any([signal, ended.signal]);
  try {
    await Promise.race([listen(), lookNowAndThen(look, { ...watching, signal: until })]);
  } finally {
    ended.abort();
  }
  signal.throwIfAborted();
}

async function lookNowAndThen(
  look: (watching: Watching) => Promise<void>,
  watching: Watching,
): Promise<never> {
  const { sleep, now, signal } = watching;
  for (;;) {
    const startedMs = now();
    await look(watching);
    await sleep(pauseMs(besideMs, now() - startedMs), signal);
  }
}
