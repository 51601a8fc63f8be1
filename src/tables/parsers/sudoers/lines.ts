/** A logical line of sudoers, without its comment. */
export interface SudoersLine {
  text: string;
  /** Number of its first physical line, from 1. */
  line: number;
}

/**
 * Non-empty logical lines: a trailing "\" continues a line, "#" starts a comment except for #uid
 * and #include.
 */
export function joinLines(contents: string): SudoersLine[] {
  const lines: SudoersLine[] = [];
  let open: SudoersLine | undefined;
  for (const [index, physical] of contents.split("\n").entries()) {
    const isContinued = /(^|[^\\])(\\\\)*\\$/.test(physical);
    const piece = isContinued ? physical.slice(0, -1) : physical;
    if (open) open.text = `${open.text.trimEnd()} ${piece.trimStart()}`;
    else open = { text: piece, line: index + 1 };
    if (isContinued && !/^\s*#(?!include)/.test(open.text)) continue;
    lines.push(open);
    open = undefined;
  }
  if (open) lines.push(open);
  return lines
    .map(({ text, line }) => ({ text: stripComment(text).trim(), line }))
    .filter(({ text }) => text !== "");
}

/**
 * "#" with digits is a user id where a name is allowed: at the start, after a comma, "!", "(" or
 * ":", in an alias after "=".
 */
function stripComment(text: string): string {
  if (/^\s*#include(dir)?\s/.test(text)) return text;
  let inQuotes = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if (char === '"') inQuotes = !inQuotes;
    else if (char === "#" && !inQuotes && !isIdAt(text, at)) return text.slice(0, at);
  }
  return text;
}

const isIdAt = (text: string, at: number) =>
  /^#-?\d/.test(text.slice(at, at + 3)) &&
  /((^|[,!(:%>])|^\s*(User|Runas)_Alias\s.*=)\s*$/.test(text.slice(0, at));
