/**
 * Characters that control a terminal or a page, or that take no room on it: controls, separators of
 * lines, those that turn the direction of text, and everything that Unicode ignores by default,
 * such as soft hyphens, fillers and tag characters. Two different names must not look alike.
 */
export const unseen =
  /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/** Escapes the unseen characters in text from hosts and servers. */
export function escapeControl(text: string): string {
  return text.replace(unseen, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0x0a) return "\\n";
    if (code === 0x09) return "\\t";
    if (code === 0x0d) return "\\r";
    const hex = code.toString(16);
    if (code > 0xffff) return `\\u{${hex}}`;
    return code < 0x100 ? `\\x${hex.padStart(2, "0")}` : `\\u${hex.padStart(4, "0")}`;
  });
}
