import { createParser, type EventSourceMessage } from "eventsource-parser";

/** One event of a Server-Sent Events stream. */
export interface ServerSentEvent {
  event: string;
  data: string;
  /** The last id on the stream up to and including this event. */
  id: string | undefined;
}

/** The events of a `text/event-stream` body; an event that is cut off by the end is dropped. */
export async function* parseSse(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  const parsed: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => parsed.push(message) });
  const decoder = new TextDecoder();
  let lastId: string | undefined;
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    for (const { event = "message", data, id } of parsed.splice(0)) {
      lastId = id ?? lastId;
      yield { event, data, id: lastId };
    }
  }
}
