/** One event of a stream; `comment` keeps a quiet connection open. */
export type StreamEvent =
  | { type: "comment" }
  /** `seq` where a client can resume after it. */
  | { type: "status" | "finding" | "chain" | "progress"; seq: number; data: unknown }
  | { type: "delivery"; data: unknown };

/** Events in the text/event-stream format (WHATWG HTML, 9.2). JSON has no raw line breaks, so one data line does. */
export async function* toEventStream(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
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
