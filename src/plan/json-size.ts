/** What a JSON text would become in memory: an upper bound for its values, and its objects. */
export interface JsonSize {
  values: number;
  objects: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openArray = 0x5b;
const openObject = 0x7b;

/**
 * Counts the values of a JSON text without parsing it: a few bytes of text (`{},`) take a hundred
 * bytes of memory each, so a text is measured before it is parsed. Stops once `limits` are exceeded.
 */
export function isJsonWithin(bytes: Uint8Array, limits: JsonSize): boolean {
  let values = 1;
  let objects = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma || byte === openArray || byte === openObject) {
      if (byte === openObject && ++objects > limits.objects) return false;
      if (++values > limits.values) return false;
    }
  }
  return values <= limits.values;
}

/** The position of the closing quote, or the end of a text that has none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
