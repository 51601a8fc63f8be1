import type { StreamEvent } from "./follow-investigation.ts";

/** Events in the text/event-stream format (WHATWG HTML, 9.2). JSON has no raw line breaks, so one data line does. */
export async function* toEventStream(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
  // Something at once, so that the client knows the stream is open before the first event.
  yield "retry: 1000\n\n";
  for await (const event of events) {
    yield event.type === "comment"
      ? ": still here\n\n"
      : `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
  }
}
