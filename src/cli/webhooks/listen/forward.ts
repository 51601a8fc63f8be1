import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Forwarded } from "../../../ui/views/received-event.ts";

/** Headers of a connection, not of the message (RFC 9110 §7.6.1). */
const ofConnection = new Set([
  "host",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "expect",
]);
/** The part of a response that the server stores. */
const maxAnswerBytes = 4_096;

const reasons: Record<string, string> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed",
  ENOTFOUND: "no such host",
  // The server closed its connection, as it does when its timeout is over.
  ABORT_ERR: "timed out",
};
const notHttp = "not an HTTP response";

export interface ForwardOptions {
  target: URL;
  rawHeaders: string[];
  body: Buffer;
  signal: AbortSignal;
  now: () => number;
}

/** Forwards a delivery with its body and headers unchanged; a failure is a result, not an exception. */
export function forward(options: ForwardOptions): Promise<Forwarded & { body: string }> {
  const { target, rawHeaders, body, signal, now } = options;
  const startedMs = now();
  const request = target.protocol === "https:" ? requestHttps : requestHttp;
  const headers = ["Host", target.host, ...handedOn(rawHeaders)];
  headers.push("Content-Length", String(body.length), "Connection", "close");
  return new Promise((resolve) => {
    const end = (outcome: { status: number | null; error: string | null; body: string }) =>
      resolve({ ...outcome, duration_ms: now() - startedMs });
    const refuse = (error: string) => end({ status: null, error, body: "" });
    const fail = (error: NodeJS.ErrnoException) => refuse(reasonOf(error));
    // A flat list keeps the case and order of headers, and Node adds none.
    const sent = request(target, { method: "POST", headers, agent: false, signal }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        if (bytes < maxAnswerBytes) chunks.push(chunk);
        bytes += chunk.length;
      });
      response.on("error", fail);
      response.on("end", () => {
        const status = response.statusCode!;
        // No such status can be passed on.
        if (status < 200) return refuse(notHttp);
        const answer = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString("utf8");
        end({ status, error: null, body: answer });
      });
    });
    sent.on("error", fail);
    sent.on("upgrade", (_, socket) => {
      socket.destroy();
      refuse(notHttp);
    });
    sent.end(body);
  });
}

function reasonOf({ code = "", message }: NodeJS.ErrnoException): string {
  return reasons[code] ?? (code.startsWith("HPE_") ? notHttp : code || message);
}

function handedOn(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, at) => !ofConnection.has(rawHeaders[at - (at % 2)]!.toLowerCase()));
}
