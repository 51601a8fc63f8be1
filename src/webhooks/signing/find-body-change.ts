/** A way in which bodies get changed on their way into a terminal, and how it is undone. */
interface BodyChange {
  message: string;
  undo(text: string): string;
}

const changes: BodyChange[] = [
  {
    message: "A newline was added to the end of the body, as echo and many editors do.",
    undo: (text) => text.replace(/\r?\n$/, ""),
  },
  {
    message: "White space or a byte order mark was added around the body.",
    undo: (text) => text.trim(),
  },
  {
    message:
      "The body was read as JSON and written again: its values are the same, its bytes are not.",
    undo: reformat,
  },
  {
    message: "The body was read as Latin-1 and written as UTF-8.",
    undo: (text) => Buffer.from(text.trim(), "latin1").toString("utf8"),
  },
];

/** How a body was changed since it was signed, if undoing it gives what was signed. */
export function findBodyChange(
  body: Uint8Array,
  isSigned: (text: string) => boolean,
): string | undefined {
  const text = Buffer.from(body).toString("utf8");
  return changes.find(({ undo }) => isSigned(undo(text)))?.message;
}

/** Why a body can't be as the service sent it, whoever signed it; undefined when it can. */
export function whyNotAsSent(body: Uint8Array): string | undefined {
  const text = Buffer.from(body).toString("utf8");
  if (text.trim() === "") return "The body is empty.";
  if (!Buffer.from(text).equals(body)) return "The body is not UTF-8.";
  const event = parseObject(text);
  if (!event) return "The body is not a whole JSON object.";
  if (JSON.stringify(event) !== text) return "The body is formatted as the service never does.";
  const order = ["event_id", "event_type", "emitted_at", "api_version", "data"];
  if (Object.keys(event).join() === order.join()) return undefined;
  return "The body has other fields than an event, or has them in another order.";
}

function reformat(text: string): string {
  // A byte order mark is white space to trim().
  const value = parseObject(text.trim());
  return value ? JSON.stringify(value) : text;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
