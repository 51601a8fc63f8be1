import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { apiError } from "./errors.ts";
import { type App, callerOf } from "./request-context.ts";

/** One event of a stream; a `comment` keeps an idle connection open. */
export type StreamEvent =
  | { type: "comment" }
  /** A client can resume after `seq`. */
  | { type: "status" | "finding" | "chain" | "progress"; seq: number; data: unknown }
  | { type: "delivery"; data: unknown };

/** Open streams per key: each holds a connection and looks at every change of the store. */
export const maxStreamsPerKey = 256;
const retryAfterSeconds = 10;

/** Formats events as text/event-stream (WHATWG HTML, 9.2). JSON has no raw line breaks, so one data line suffices. */
async function* toEventStream(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  // Sent at once, so that the client knows that the stream is open before the first event.
  yield "retry: 1000\n\n";
  for await (const event of events) {
    if (event.type === "comment") yield ": still here\n\n";
    else {
      const id = "seq" in event ? `id: ${event.seq}\n` : "";
      yield `${id}event: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
    }
  }
}

/** Counts a key's open streams, and refuses one too many. */
function countStream(open: Map<string, number>, { request, raw }: FastifyReply): void {
  const { keyId } = callerOf(request);
  const count = open.get(keyId) ?? 0;
  if (count >= maxStreamsPerKey)
    throw apiError("rate_limit_exceeded", {
      message: `This key has ${maxStreamsPerKey} open streams.`,
      hint: "Close some of them, or use several keys.",
      retryAfterSeconds,
    });
  open.set(keyId, count + 1);
  raw.once("close", () => {
    const left = (open.get(keyId) ?? 1) - 1;
    if (left === 0) open.delete(keyId);
    else open.set(keyId, left);
  });
}

/** The open streams of each server's keys, of all kinds together. */
const openStreams = new WeakMap<object, Map<string, number>>();

/** Returns a function that replies with a stream of events, which ends when the client disconnects or the server closes. */
export function eventStreams(app: App) {
  const closing = new AbortController();
  const open = openStreams.get(app.server) ?? new Map<string, number>();
  openStreams.set(app.server, open);
  app.addHook("preClose", async () => closing.abort());
  return (
    reply: FastifyReply,
    events: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
  ): FastifyReply => {
    countStream(open, reply);
    const { raw } = reply;
    const disconnected = new AbortController();
    raw.once("close", () => disconnected.abort());
    const signal = AbortSignal.any([disconnected.signal, closing.signal]);
    // A client that doesn't read its pending data would delay the shutdown.
    signal.addEventListener("abort", () => raw.writableNeedDrain && raw.destroy());
    return (
      reply
        .type("text/event-stream; charset=utf-8")
        .header("x-accel-buffering", "no")
        // The connection ends with the stream; a stopping server would wait for an idle one.
        .header("connection", "close")
        .send(Readable.from(toEventStream(events(signal))))
    );
  };
}
