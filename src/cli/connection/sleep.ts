import { setTimeout as delay } from "node:timers/promises";

/** Rejects with the signal's reason when it aborts, like a request. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
