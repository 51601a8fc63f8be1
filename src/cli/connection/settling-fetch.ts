import type { Fetch } from "../../client/types.ts";

/**
 * Node's `fetch` never settles where the other side hangs up at once: with nothing left to wait
 * for, the process would end without a word. Such a request is rejected instead.
 */
export function settlingFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    let onIdle = () => {};
    const hungUp = new Promise<never>((_, reject) => {
      onIdle = () => reject(new TypeError("it hung up"));
    });
    process.once("beforeExit", onIdle);
    try {
      return await Promise.race([fetch(url, init), hungUp]);
    } finally {
      process.off("beforeExit", onIdle);
    }
  };
}
