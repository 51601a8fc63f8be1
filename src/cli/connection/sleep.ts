import { setTimeout as delay } from "node:timers/promises";

/** Ends early with the signal's own reason, as a request does. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
