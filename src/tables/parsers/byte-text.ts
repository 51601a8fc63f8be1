import { isUtf8 } from "node:buffer";

/**
 * Linux names are bytes, and some are not UTF-8. A byte that is not part of a character is shown as
 * \xHH, as osquery does. So that every name has one text and every text one name, the backslash of
 * a name that really contains such an escape is shown as \x5C.
 */
const literalEscape = /\\(?=(?:x5C)*x[89A-F][0-9A-F])/g;
const shownByte = /\\x([89A-F][0-9A-F])/g;
const shownBackslash = /\\x5C(?=(?:x5C)*x[89A-F][0-9A-F])/g;

/** Well-formed UTF-8 (RFC 3629, section 4) over ASCII, or one byte that is not part of any. */
const sequence =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}|([\x80-\xFF])/g;

/** A file's content as text. Escapes that it contains itself stay as they are. */
export function textOfBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString("utf8");
  const shown = buffer
    .toString("latin1")
    .replace(sequence, (whole, stray?: string) => (stray ? escapeByte(stray) : whole));
  return Buffer.from(shown, "latin1").toString("utf8");
}

const escapeByte = (byte: string) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase()}`;

/** A name or path as text. */
export function pathOfBytes(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return pathOfText(textOfBytes(bytes));
  const text = Buffer.from(bytes).toString("latin1").replace(literalEscape, "\\x5C");
  return textOfBytes(Buffer.from(text, "latin1"));
}

/** The same for a name that is known to be UTF-8. */
export const pathOfText = (name: string): string =>
  name.includes("\\x") ? name.replace(literalEscape, "\\x5C") : name;

/** The name that a text stands for: a string, or bytes if it is not UTF-8. */
export function bytesOfPath(path: string): string | Buffer {
  if (!path.includes("\\x")) return path;
  const latin1 = Buffer.from(path)
    .toString("latin1")
    .replace(shownByte, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(shownBackslash, "\\");
  const bytes = Buffer.from(latin1, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : bytes;
}
