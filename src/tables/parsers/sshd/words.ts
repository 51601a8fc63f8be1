/** A line's keyword and the unparsed rest; undefined for blank lines and comments. */
export function splitKeyword(line: string): { keyword: string; rest: string } | undefined {
  const text = line.trim(); // linear time, unlike a pattern for trailing blanks
  if (text === "" || text.startsWith("#")) return undefined;
  const [keyword, rest] = nextWord(text);
  return keyword ? { keyword, rest } : undefined;
}

/**
 * The next word of sshd's older grammar: ends at blanks and at most one "="; may be in double
 * quotes.
 */
export function nextWord(text: string): [word: string, rest: string] {
  const quoted = /^"([^"]*)"[ \t\r]*/.exec(text);
  if (quoted) return [quoted[1]!, text.slice(quoted[0].length)];
  const plain = /^([^ \t\r"=]*)(?:[ \t\r]*=[ \t\r]*|[ \t\r]+|(?=")|$)/.exec(text);
  return plain ? [plain[1]!, text.slice(plain[0].length)] : [text, ""];
}

/**
 * Splits arguments: single or double quotes; a backslash escapes a quote, a backslash or (unquoted)
 * a blank; a word starting with "#" begins a comment. Undefined for an unclosed quote: sshd rejects
 * the line.
 */
export function splitArguments(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    const blank = !quote && (char === " " || char === "\t");
    if (blank) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (word === undefined && char === "#") {
      return words;
    } else if (char === "\\" && isEscaped(text[at + 1], quote)) {
      word = (word ?? "") + text[++at];
    } else if (quote ? char === quote : char === '"' || char === "'") {
      quote = quote ? "" : char;
      word ??= "";
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote) return undefined;
  return word === undefined ? words : [...words, word];
}

const isEscaped = (next: string | undefined, quote: string) =>
  next === "'" || next === '"' || next === "\\" || (!quote && next === " ");
