import type { Client, Dispatcher } from "undici";
import { AttemptError } from "./attempt-error.ts";
import { createResponseText } from "./response-text.ts";

/** What came back, or why nothing did. */
export type Exchanged =
  | {
      ok: true;
      status: number;
      body: string;
      /** Nothing of the response is left on the connection. */
      isWhole: boolean;
    }
  | { ok: false; error: Error };

export interface ExchangeOptions {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** For everything, the connection and the response's body included. */
  timeoutMs: number;
  /** Says what the time ran out for. */
  timeoutMessage: string;
}

/**
 * One POST. The status decides as soon as it is in: of the body as much is read as is stored, and
 * what of it has not come by the deadline is gone without. Unless the response is whole, the
 * caller is to end the connection.
 */
export function exchange(client: Client, options: ExchangeOptions): Promise<Exchanged> {
  const { url, headers, body, timeoutMs, timeoutMessage } = options;
  const path = url.pathname + url.search;
  // The one timer below is for all of it.
  const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 };
  return new Promise((resolve) => {
    const handler = createHandler((exchanged) => {
      clearTimeout(timer);
      resolve(exchanged);
    });
    const timer = setTimeout(() => handler.stop(new AttemptError(timeoutMessage)), timeoutMs);
    client.dispatch({ path, method: "POST", headers, body, ...noTimeouts }, handler);
  });
}

/** Settles at the first of: the response's end, enough of it, a failure, `stop`. */
function createHandler(settled: (exchanged: Exchanged) => void) {
  const text = createResponseText();
  let status: number | undefined;
  let isOver = false;
  const settle = (exchanged: () => Exchanged) => {
    if (isOver) return;
    isOver = true;
    settled(exchanged());
  };
  const answered = (isWhole: boolean) =>
    settle(() => ({ ok: true, status: status!, body: text.text(), isWhole }));
  const stop = (error: Error) => {
    if (status === undefined) settle(() => ({ ok: false, error }));
    else answered(false);
  };
  return {
    stop,
    // undici tells handlers of this shape by it.
    onRequestStart() {},
    onResponseStart(_controller, code) {
      // Other 1xx are hints before the answer (RFC 9110, section 15.2).
      if (code < 200 && code !== 101) return;
      status = code;
      if (code === 101) answered(false);
    },
    onResponseData(_controller, chunk) {
      if (!isOver && !text.add(chunk)) answered(false);
    },
    onResponseEnd: () => answered(true),
    onResponseError(_controller, error) {
      // undici ends a connection that changes protocols unasked, and keeps its status to itself.
      if (error.message === "bad upgrade") status = 101;
      stop(error);
    },
  } satisfies Dispatcher.DispatchHandler & { stop: unknown };
}
