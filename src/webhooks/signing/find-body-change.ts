/** A common accidental change of a body, and how to undo it. */
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

/** How a body was changed after signing, if undoing the change restores the signed body. */
export function findBodyChange(
  body: Uint8Array,
  isSigned: (text: string) => boolean,
): string | undefined {
  const text = Buffer.from(body).toString("utf8");
  return changes.find(({ undo }) => isSigned(undo(text)))?.message;
}

/** Why a body cannot be one that the service sent, whatever the signature; undefined when it can. */
export function explainAltered(body: Uint8Array): string | undefined {
  const text = Buffer.from(body).toString("utf8");
  if (text.trim() === "") return "The body is empty.";
  if (!Buffer.from(text).equals(body)) return "The body is not UTF-8.";
  const event = parseObject(text);
  if (!event) return "The body is not a complete JSON object.";
  if (JSON.stringify(event) !== text) return "The body is not formatted like those of the service.";
  const order = ["event_id", "event_type", "emitted_at", "api_version", "data"];
  if (Object.keys(event).join() === order.join()) return undefined;
  return "The body does not have the fields of an event in their order.";
}

function reformat(text: string): string {
  // trim() also removes a byte order mark.
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
