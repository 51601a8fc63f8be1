import type { Annotated } from "../annotate/annotate.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Token } from "../model/types.ts";

/** Where a second question begins: after "and" or ";", with a word that opens questions. */
function cutOf(vocabulary: Vocabulary, tokens: Token[]): number | null {
  const cut = tokens.findIndex((token, at) => {
    if (at < 2 || tokens.length - at < 3) return false;
    const joins = token.text === ";" || vocabulary.book("joins").at([token], 0) !== null;
    return joins && vocabulary.book("openers").at(tokens, at + 1) !== null;
  });
  return cut < 0 ? null : cut;
}

const names = new Set(["<software>", "<account>", "<user>", "<unknown>", "<name>", "<quoted>"]);

const written = ({ kind, text }: Token): string => (kind === "quoted" ? `"${text}"` : text);

/** The two questions of a text that asks two, each complete by itself; null for one. */
export function splitQuestion(
  vocabulary: Vocabulary,
  { tokens, classes }: Annotated,
): [string, string] | null {
  const cut = cutOf(vocabulary, tokens);
  if (cut === null) return null;
  const first = tokens.slice(0, cut);
  // What "it" of the second question stands for: the thing that the first one names.
  const named = first.find((_, at) => names.has(classes[at] ?? ""));
  const second = tokens
    .slice(cut + 1)
    .map((token) => (named && vocabulary.book("pronouns").at([token], 0) ? named : token));
  return [first.map(written).join(" "), second.map(written).join(" ")];
}
