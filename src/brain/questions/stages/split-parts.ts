import type { Vocabulary } from "../model/reader.ts";
import type { Token } from "../model/types.ts";
import { splitNouns } from "./split-nouns.ts";

/** A second question begins after ", and", "and" or ";" with a word that opens questions. */
function cuts(vocabulary: Vocabulary, tokens: Token[]): number[] {
  return tokens.flatMap((token, at) => {
    if (at < 2 || !(token.text === ";" || vocabulary.book("joins").at([token], 0))) return [];
    const opens = vocabulary.book("openers").at(tokens, at + 1) !== null;
    return opens && tokens.length - at > 3 ? [at] : [];
  });
}

/** What a later part's pronoun stands for: the named thing of the first part. */
function subjectOf(vocabulary: Vocabulary, tokens: Token[]): Token | undefined {
  return tokens.find(
    ({ lower, kind, unknown }) =>
      kind === "quoted" ||
      unknown ||
      vocabulary.software.has(lower) ||
      vocabulary.accounts.has(lower),
  );
}

/** The parts of a question that asks several things, each complete by itself. */
export function splitParts(vocabulary: Vocabulary, tokens: Token[]): Token[][] {
  const [cut] = cuts(vocabulary, tokens);
  if (cut === undefined) return splitNouns(vocabulary, tokens) ?? [tokens];
  const first = tokens.slice(0, cut).filter(({ text }, at) => !(text === "," && at === cut - 1));
  const subject = subjectOf(vocabulary, first);
  const second = tokens
    .slice(cut + 1)
    .map((token) => (subject && vocabulary.book("pronouns").at([token], 0) ? subject : token));
  return [first, second];
}
