import type { Fetch } from "../../client/types.ts";

/**
 * Node's `fetch` never settles if the other side hangs up immediately: with nothing left to wait
 * for, the process would exit silently. This rejects such a request instead.
 */
export function settlingFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    let onIdle = () => {};
    const hungUp = new Promise<never>((_, reject) => {
      onIdle = () => reject(new TypeError("the connection was closed"));
    });
    process.once("beforeExit", onIdle);
    try {
      return await Promise.race([fetch(url, init), hungUp]);
    } finally {
      process.off("beforeExit", onIdle);
    }
  };
}
