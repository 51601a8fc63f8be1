import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { curiosityIntervalMs } from "../../contract/curiosity.ts";
import { createLogger } from "../../server/http/log.ts";
import type { App } from "../../server/http/request-context.ts";
import type { Fetch } from "../discovery/types.ts";
import { defaultWebhookSettings } from "../webhooks/webhook-settings.ts";
import { openBackend } from "./open-backend.ts";
import type { Backend, EmbeddedOptions } from "./types.ts";

/** Starts a backend inside this process, for the duration of a command. */
export async function startBackend({
  dataDir,
  localAgent,
  logLevel,
  advisories,
  llm,
}: EmbeddedOptions): Promise<Backend> {
  const backend = await openBackend({
    dataDir,
    localAgent,
    simulatedHosts: [],
    advisories,
    snapshots: false,
    isReachable: false,
    webhooks: defaultWebhookSettings,
    minCuriosityIntervalMs: curiosityIntervalMs.least,
    rateLimitPerMinute: 0,
    log: createLogger(logLevel, process.stderr),
    ...(llm && { llm }),
  });
  return {
    fetch: fetchThrough(backend.app),
    baseUrl: "http://inquest.invalid",
    apiKey: backend.account.localKey,
    close: () => backend.close(),
  };
}

/** `fetch` without a socket: requests are injected, response bodies are streamed. */
function fetchThrough(app: App): Fetch {
  return async (url, init = {}) => {
    const { pathname, search } = new URL(url);
    const response = await app.inject({
      method: (init.method ?? "GET") as "GET",
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === "string" ? { payload: init.body } : {}),
      payloadAsStream: true,
      ...(init.signal && { signal: init.signal }),
    });
    const stream: Readable = response.stream();
    const headers = Object.entries(response.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    );
    const hasBody = response.statusCode !== 204 && response.statusCode !== 304;
    return new Response(
      hasBody ? (Readable.toWeb(stream) as ReadableStream as globalThis.ReadableStream) : null,
      {
        status: response.statusCode,
        headers,
      },
    );
  };
}
