/**
 * Escapes control characters in text from hosts and servers, so that a process name, for example,
 * can't control the terminal: C0, DEL, C1, bidirectional overrides and separators.
 */
export function escapeControl(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => {
      const code = character.charCodeAt(0);
      if (code === 0x0a) return "\\n";
      if (code === 0x09) return "\\t";
      if (code === 0x0d) return "\\r";
      return code < 0x100
        ? `\\x${code.toString(16).padStart(2, "0")}`
        : `\\u${code.toString(16).padStart(4, "0")}`;
    },
  );
}
