/** One field of a large JSON object. */
export interface Field {
  name: string;
  value: unknown;
}

const byte = { quote: 0x22, comma: 0x2c, backslash: 0x5c };
const opens = new Set([0x7b, 0x5b]);
const closes = new Set([0x7d, 0x5d]);

/**
 * Parses the fields of a JSON object one at a time, so that a file of any size is read in the memory
 * of its largest field. Throws an error for anything that is no object in UTF-8, and for a field of
 * more than `maxFieldBytes`.
 */
export function* splitObject(chunks: Iterable<Buffer>, maxFieldBytes: number): Generator<Field> {
  let pending = Buffer.alloc(0);
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let hasEnded = false;
  for (const chunk of chunks) {
    const before = pending.length;
    pending = Buffer.concat([pending, chunk]);
    let start = 0;
    for (let at = before; at < pending.length; at += 1) {
      const current = pending[at]!;
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (current === byte.backslash) isEscaped = true;
        else if (current === byte.quote) inString = false;
        continue;
      }
      if (current === byte.quote) inString = true;
      else if (opens.has(current)) {
        depth += 1;
        if (depth === 1) start = afterOpening(pending, at, hasEnded);
      } else if (closes.has(current)) depth -= 1;
      const isEnd = depth === 0 && closes.has(current);
      if (!isEnd && !(depth === 1 && current === byte.comma)) continue;
      const text = decode(pending.subarray(start, at)).trim();
      if (text !== "") yield parseField(text);
      start = at + 1;
      hasEnded ||= isEnd;
    }
    pending = pending.subarray(start);
    if (pending.length > maxFieldBytes)
      throw new Error(`a field is larger than ${maxFieldBytes >> 20} MiB`);
  }
  if (!hasEnded || decode(pending).trim() !== "") throw new Error("the JSON is incomplete");
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Without a byte order mark. */
export function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Error("the text is not UTF-8");
  }
}

function afterOpening(bytes: Buffer, at: number, hasEnded: boolean): number {
  if (hasEnded || bytes[at] !== 0x7b || decode(bytes.subarray(0, at)).trim() !== "")
    throw new Error("it is not one JSON object");
  return at + 1;
}

function parseField(text: string): Field {
  return Object.entries(JSON.parse(`{${text}}`) as object).map(([name, value]) => ({
    name,
    value,
  }))[0]!;
}
