/**
 * Continues a shell command that is wider than `width` on further lines, with backslashes, so that
 * it can still be copied. A single part that is wider stays whole.
 */
export function foldLine(line: string, width: number): string {
  if (line.length <= width) return line;
  const [first = "", ...parts] = unbrokenParts(line);
  const lines = [first];
  for (const part of parts) {
    const extended = `${lines.at(-1)} ${part}`;
    // The backslash and the space before it need two columns.
    if (extended.length <= width - 2) lines[lines.length - 1] = extended;
    else lines.push(`    ${part}`);
  }
  return lines.join(" \\\n");
}

/** The words of a line; a quoted text is one, and so are a flag and its value, or `<` and its file. */
function unbrokenParts(line: string): string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const parts: string[] = [];
  for (const word of words) {
    const flag =
      /^(?:-\S+|<)$/.test(parts.at(-1) ?? "") && !word.startsWith("-") ? parts.pop() : null;
    parts.push(flag ? `${flag} ${word}` : word);
  }
  return parts;
}
