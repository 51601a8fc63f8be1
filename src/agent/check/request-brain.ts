import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { TlsFiles } from "../config/read-tls-files.ts";

/** The brain as a config names it. */
export interface BrainAddress {
  url: string;
  tls: TlsFiles;
}

export interface BrainResponse {
  status: number;
  /** The `Date` header as epoch ms; null without one. */
  dateMs: number | null;
  /** Parsed JSON; undefined when the body is none. */
  body: unknown;
}

export interface BrainRequest {
  method: "GET" | "POST";
  path: string;
  apiKey?: string;
  body?: unknown;
}

export const requestTimeoutMs = 10_000;
const maxBodyBytes = 64 << 10;

/** Asks once over a connection of its own; rejects with Node's error when there is no answer. */
export function requestBrain(
  { url, tls }: BrainAddress,
  question: BrainRequest,
): Promise<BrainResponse> {
  const { method, path, apiKey, body } = question;
  const content = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    accept: "application/json",
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    ...(content !== undefined && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(content),
    }),
  };
  const target = new URL(url + path);
  const options = { method, headers, agent: false, signal: AbortSignal.timeout(requestTimeoutMs) };
  const request = target.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(target, { ...options, ...tls }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBodyBytes) response.destroy(new Error("it answers with too much"));
        else chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("end", () => {
        const dateMs = Date.parse(response.headers.date ?? "");
        resolve({
          status: response.statusCode ?? 0,
          dateMs: Number.isNaN(dateMs) ? null : dateMs,
          body: parseJson(Buffer.concat(chunks).toString("utf8")),
        });
      });
    });
    sent.on("error", reject);
    sent.end(content);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What went wrong, in the system's own short word. */
export function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError")
    return `no answer in ${requestTimeoutMs / 1000} s`;
  return code ?? message;
}
