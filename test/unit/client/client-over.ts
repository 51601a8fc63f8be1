import { createClient } from "../../../src/client/create-client.ts";
import type { Client, Wait } from "../../../src/client/types.ts";

export interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A client over a script of answers, one a request; a thrown error is a network error. */
export function clientOver(answers: (() => Response)[]): {
  client: Client;
  sent: Sent[];
  waits: Wait[];
  slept: number[];
} {
  const sent: Sent[] = [];
  const waits: Wait[] = [];
  const slept: number[] = [];
  let keys = 0;
  const client = createClient({
    baseUrl: "http://service.test/",
    apiKey: "iq_key",
    fetch: async (url, init = {}) => {
      const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
      sent.push({
        method: init.method!,
        url,
        headers: init.headers as Record<string, string>,
        body,
      });
      const answer = answers[sent.length - 1];
      if (!answer) throw new Error(`no answer is scripted for request ${sent.length} to ${url}`);
      return answer();
    },
    sleep: async (ms, signal) => {
      slept.push(ms);
      signal?.throwIfAborted();
    },
    random: () => 0,
    newKey: () => `generated-${++keys}`,
    onWait: (wait) => waits.push(wait),
  });
  return { client, sent, waits, slept };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json", ...headers },
    });

export const networkError = (code: string) => (): Response => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
};

/** A stream that tells `text` and ends; with `breaks` it fails instead of ending. */
export const sse =
  (text: string, { breaks = false } = {}) =>
  () =>
    new Response(
      new ReadableStream(
        {
          pull(controller) {
            if (text) controller.enqueue(new TextEncoder().encode(text));
            else if (breaks) controller.error(new TypeError("terminated"));
            else controller.close();
            text = "";
          },
        },
        { highWaterMark: 0 },
      ),
      { headers: { "content-type": "text/event-stream" } },
    );

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
