import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { App } from "./request-context.ts";

/** One event of a stream; `comment` keeps a quiet connection open. */
export type StreamEvent =
  | { type: "comment" }
  /** `seq` where a client can resume after it. */
  | { type: "status" | "finding" | "chain" | "progress"; seq: number; data: unknown }
  | { type: "delivery"; data: unknown };

/** Events in the text/event-stream format (WHATWG HTML, 9.2). JSON has no raw line breaks, so one data line does. */
async function* toEventStream(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  // Something at once, so that the client knows the stream is open before the first event.
  yield "retry: 1000\n\n";
  for await (const event of events) {
    if (event.type === "comment") yield ": still here\n\n";
    else {
      const id = "seq" in event ? `id: ${event.seq}\n` : "";
      yield `${id}event: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
    }
  }
}

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
