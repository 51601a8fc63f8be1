import { unseen } from "./escape-control.ts";

/**
 * JSON whose strings have no unseen characters: `JSON.stringify` escapes only C0. The line breaks of
 * its own layout are kept, which no string contains.
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(unseen, (characters) =>
    characters === "\n" ? characters : escapeUnits(characters),
  );
}

/** JSON has no escape for a character beyond U+FFFF but that of its two code units (RFC 8259, 7). */
function escapeUnits(characters: string): string {
  return Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
}
