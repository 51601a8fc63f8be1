import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { startDeadline } from "../../core/deadline.ts";

export interface HttpRequest {
  method: "GET" | "POST" | "PUT";
  url: URL;
  /** Called for each attempt: a signed request can't be sent twice. */
  headers(): Record<string, string>;
  body?: unknown;
  timeoutMs: number;
  /** Maximum size of the response body. */
  maxBytes: number;
  signal: AbortSignal;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** `http.request` or `https.request` with the agent and TLS options applied. */
export type StartRequest = (
  url: URL,
  options: { method: string; headers: Record<string, string | number>; signal: AbortSignal },
) => ClientRequest;

export class ResponseTooLarge extends Error {}

const compress = promisify(gzip);
/** Smaller bodies are not worth compressing. */
const smallBytes = 1_024;

/**
 * Sends a request and reads the whole response; redirects are not followed. If the server closed a
 * kept-alive connection just then, the request is sent once more.
 */
export async function sendRequest(
  start: StartRequest,
  request: HttpRequest,
): Promise<HttpResponse> {
  const body = await encodeBody(request.body);
  const { signal, clear } = startDeadline(request.signal, request.timeoutMs);
  const send = () => sendOnce(start, { ...request, signal }, body);
  try {
    return await send().catch((error: unknown) => {
      if (error instanceof StaleConnection && !signal.aborted) return send();
      throw error;
    });
  } catch (error) {
    throw error instanceof StaleConnection ? error.cause : error;
  } finally {
    clear();
  }
}

class StaleConnection extends Error {}

interface EncodedBody {
  bytes: Buffer | null;
  headers: Record<string, string | number>;
}

async function encodeBody(body: unknown): Promise<EncodedBody> {
  if (body === undefined) return { bytes: null, headers: {} };
  const plain = Buffer.from(JSON.stringify(body));
  const isSmall = plain.length < smallBytes;
  const bytes = isSmall ? plain : await compress(plain);
  return {
    bytes,
    headers: {
      "content-type": "application/json",
      "content-length": bytes.length,
      ...(!isSmall && { "content-encoding": "gzip" }),
    },
  };
}

function sendOnce(
  start: StartRequest,
  { url, method, headers, signal, maxBytes }: HttpRequest,
  body: EncodedBody,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    let hasResponse = false;
    const request = start(url, { method, headers: { ...headers(), ...body.headers }, signal });
    const fail = (error: Error) => {
      const isStale = request.reusedSocket && !hasResponse && !signal.aborted;
      const cause = signal.aborted ? signal.reason : error;
      reject(isStale ? new StaleConnection("", { cause }) : cause);
    };
    request.on("error", fail);
    request.on("response", (response) => {
      hasResponse = true;
      readResponse(response, maxBytes).then(resolve, (error: Error) => {
        request.destroy();
        fail(error);
      });
    });
    request.end(body.bytes ?? undefined);
  });
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new ResponseTooLarge(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const { statusCode = 0, headers } = response;
  return { status: statusCode, headers, body: Buffer.concat(chunks) };
}
