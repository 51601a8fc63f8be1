import type { Client, Dispatcher } from "undici";
import { AttemptError } from "./attempt-error.ts";
import { createResponseText } from "./response-text.ts";

/** The response, or why there is none. */
export type ExchangeResult =
  | {
      ok: true;
      status: number;
      body: string;
      /** True when the whole response was read from the connection. */
      isComplete: boolean;
    }
  | { ok: false; error: Error };

export interface ExchangeOptions {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** For everything, including the connection and the response body. */
  timeoutMs: number;
  /** The error message after the timeout. */
  timeoutMessage: string;
}

/**
 * Sends one POST. Once the status has arrived, the attempt has its result: the body is read only up
 * to the stored length, and the rest is ignored after the deadline. If the response is incomplete,
 * the caller must close the connection.
 */
export function exchange(client: Client, options: ExchangeOptions): Promise<ExchangeResult> {
  const { url, headers, body, timeoutMs, timeoutMessage } = options;
  const path = url.pathname + url.search;
  // The timer below covers everything.
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

/** Settles at the end of the response, when enough of it was read, on a failure, or on `stop`. */
function createHandler(settled: (exchanged: ExchangeResult) => void) {
  const text = createResponseText();
  let status: number | undefined;
  let isSettled = false;
  const settle = (exchanged: () => ExchangeResult) => {
    if (isSettled) return;
    isSettled = true;
    settled(exchanged());
  };
  const answered = (isWhole: boolean) =>
    settle(() => ({ ok: true, status: status!, body: text.text(), isComplete: isWhole }));
  const stop = (error: Error) => {
    if (status === undefined) settle(() => ({ ok: false, error }));
    else answered(false);
  };
  return {
    stop,
    // Required: undici recognises this handler interface by it.
    onRequestStart() {},
    onResponseStart(_controller, code) {
      // Other 1xx are interim responses (RFC 9110, section 15.2).
      if (code < 200 && code !== 101) return;
      status = code;
      if (code === 101) answered(false);
    },
    onResponseData(_controller, chunk) {
      if (!isSettled && !text.add(chunk)) answered(false);
    },
    onResponseEnd: () => answered(true),
    onResponseError(_controller, error) {
      // undici closes a connection on an unrequested upgrade without reporting its status.
      if (error.message === "bad upgrade") status = 101;
      stop(error);
    },
  } satisfies Dispatcher.DispatchHandler & { stop: unknown };
}
