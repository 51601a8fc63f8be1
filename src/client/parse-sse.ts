/** One dispatched event of a Server-Sent Events stream. */
export interface ServerSentEvent {
  event: string;
  data: string;
  /** The last id seen on the stream so far, its own included. */
  id: string | undefined;
}

/** Lines of a byte stream, ended by CR, LF or CRLF, which may be split over chunks. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the very end may be half of a CRLF: it waits for the next chunk.
    const held = rest.endsWith("\r") ? 1 : 0;
    const lines = rest.slice(0, rest.length - held).split(/\r\n|\r|\n/);
    rest = lines.pop()! + rest.slice(rest.length - held);
    yield* lines;
  }
  if (rest.endsWith("\r")) yield rest.slice(0, -1);
}

/**
 * Events of a `text/event-stream` body, as the HTML standard's "interpreting an event stream"
 * says; an event that the end of the stream cuts off is not dispatched.
 */
export async function* parseSse(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  let event = "";
  let data: string[] = [];
  let id: string | undefined;
  for await (const line of linesOf(chunks)) {
    if (line === "") {
      if (data.length) yield { event: event || "message", data: data.join("\n"), id };
      event = "";
      data = [];
      continue;
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
    else if (field === "id" && !value.includes("\0")) id = value;
  }
}
