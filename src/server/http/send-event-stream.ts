import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { type StreamEvent, toEventStream } from "./event-stream.ts";
import type { App } from "./request-context.ts";

/** Answers with a stream of events, each of which ends when its reader leaves or the server closes. */
export function eventStreams(app: App) {
  const closing = new AbortController();
  app.addHook("preClose", async () => closing.abort());
  return (
    reply: FastifyReply,
    events: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
  ): FastifyReply => {
    const { raw } = reply;
    const gone = new AbortController();
    raw.once("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, closing.signal]);
    // One who doesn't read what is there already would hold up the end.
    signal.addEventListener("abort", () => raw.writableNeedDrain && raw.destroy());
    return (
      reply
        .type("text/event-stream; charset=utf-8")
        .header("x-accel-buffering", "no")
        // Its connection ends with it, or a server that stops would wait for an idle one.
        .header("connection", "close")
        .send(Readable.from(toEventStream(events(signal))))
    );
  };
}
