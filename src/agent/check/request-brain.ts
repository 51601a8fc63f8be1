import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { TlsFiles } from "../config/read-tls-files.ts";

/** The brain's URL and TLS settings from a config. */
export interface BrainAddress {
  url: string;
  tls: TlsFiles;
}

export interface BrainResponse {
  status: number;
  /** The `Date` header as epoch ms; null without one. */
  dateMs: number | null;
  /** Parsed JSON; undefined if the body is not JSON. */
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

/** Sends one request on a new connection; rejects with Node's error if there is no response. */
export function requestBrain(
  { url, tls }: BrainAddress,
  request: BrainRequest,
): Promise<BrainResponse> {
  const { method, path, apiKey, body } = request;
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
  const start = target.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = start(target, { ...options, ...tls }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBodyBytes) response.destroy(new Error("the response is too large"));
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

/** The error's code, or its message. */
export function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError")
    return `timed out after ${requestTimeoutMs / 1000} s`;
  return code ?? message;
}
