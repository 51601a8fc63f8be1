import type { Vocabulary } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";
import { exclusions, openers, referencesIn } from "./phrases.ts";

const written = ({ kind, text }: Token): string => (kind === "quoted" ? `"${text}"` : text);
const isWord = ({ kind }: Token) => kind !== "punctuation";

/** A follow-up without the words that only join it to the question before it. */
export function withoutOpeners(tokens: Token[]): Token[] {
  const opener = openers.at(tokens, 0);
  return opener && opener.end < tokens.length ? withoutOpeners(tokens.slice(opener.end)) : tokens;
}

/** A follow-up without the words that say that its rows are to be left out. */
export function withoutExclusion(tokens: Token[]): Token[] {
  const rest = withoutOpeners(tokens);
  const exclusion = exclusions.at(rest, 0);
  return exclusion ? rest.slice(exclusion.end) : tokens;
}

/** The number of words before the noun: "how many", "top 5". */
function beforeNoun(vocabulary: Vocabulary, tokens: Token[]): number {
  const counts = vocabulary.book("count").at(tokens, 0);
  if (counts) return counts.end;
  const top = vocabulary.book("top").at(tokens, 0) ?? vocabulary.book("superlatives").at(tokens, 0);
  if (!top) return 0;
  return tokens[top.end]?.kind === "number" ? top.end + 1 : top.end;
}

function inPlaceOf(noun: string, tokens: Token[], { start, end }: Span<string>): string[] {
  const rest = tokens.slice(end).map(written);
  const before = tokens.slice(0, start).map(written);
  return before.length === 0 ? ["list the", noun, ...rest] : [...before, noun, ...rest];
}

const firstReference = (tokens: Token[]): Span<string> | null => referencesIn(tokens)[0] ?? null;

/** A follow-up about rows as a whole question: "only the ones as root" is "list the processes as root". */
export function completeText(vocabulary: Vocabulary, noun: string, all: Token[]): string {
  const tokens = withoutOpeners(all.filter(({ text }) => text !== "?"));
  const isLeftOut = exclusions.at(tokens, 0) !== null;
  const reference = firstReference(tokens);
  if (reference && !isLeftOut) return inPlaceOf(noun, tokens, reference).join(" ");
  const said = tokens.map(written);
  if (vocabulary.book("group").at(tokens, 0)) return ["number of", noun, ...said].join(" ");
  const at = beforeNoun(vocabulary, tokens);
  if (at > 0) return [...said.slice(0, at), noun, ...said.slice(at)].join(" ");
  return ["list the", noun, ...said].join(" ");
}

/** The same where the follow-up only describes the rows: "the system ones" are "the system accounts". */
export function describedText(noun: string, all: Token[]): string {
  const tokens = withoutOpeners(all.filter(isWord));
  const reference = firstReference(tokens);
  const described = reference ? tokens.slice(0, reference.start) : tokens;
  const rest = reference ? tokens.slice(reference.end) : [];
  const words = described.map(written).filter((word) => word.toLowerCase() !== "the");
  return ["list the", ...words, noun, ...rest.map(written)].join(" ");
}
