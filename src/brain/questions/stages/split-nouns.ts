import type { Vocabulary } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";

/** The wording of a kind that begins at a place, past an article. */
function wordingAt(vocabulary: Vocabulary, tokens: Token[], start: number): Span<string[]> | null {
  const article = vocabulary.book("articles").at(tokens, start);
  return vocabulary.wordings().at(tokens, article?.end ?? start);
}

/** The wording that ends the first of two; "OS and kernel version" shares the last word of the second. */
function wordingBefore(
  vocabulary: Vocabulary,
  tokens: Token[],
  { end, head }: { end: number; head: Token },
): { kinds: string[]; tokens: Token[] } | null {
  for (const first of [tokens.slice(0, end), [...tokens.slice(0, end), head]]) {
    const span = vocabulary
      .wordings()
      .all(first)
      .find((candidate) => candidate.end === first.length);
    if (span) return { kinds: span.value, tokens: first };
  }
  return null;
}

/** "both the OS and kernel version": two kinds of data in one breath; null when it is one. */
export function splitNouns(vocabulary: Vocabulary, tokens: Token[]): Token[][] | null {
  const and = tokens.findIndex(({ lower }) => lower === "and");
  if (and < 1 || tokens.slice(and + 1).some(({ lower }) => lower === "and")) return null;
  const within = ({ start, end }: Span<unknown>) => start < and && and < end;
  if (vocabulary.wordings().all(tokens).some(within)) return null;
  const second = wordingAt(vocabulary, tokens, and + 1);
  const head = second && tokens[second.end - 1];
  const first = head && wordingBefore(vocabulary, tokens, { end: and, head });
  if (!second || !first || first.kinds.some((kind) => second.value.includes(kind))) return null;
  return [first.tokens, tokens.slice(and + 1)];
}
