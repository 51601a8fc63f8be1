import type { PathMode } from "../../../../contract/reading.ts";
import type { Vocabulary } from "../../model/reader.ts";
import type { Token } from "../../model/types.ts";
import { numberAt } from "../values/read-number.ts";
import type { Entity } from "./find-entities.ts";

/** What may be asked about ways; of several that are named, the first here is meant. */
const modes: PathMode[] = [
  "choke_point",
  "what_if",
  "count",
  "shortest",
  "all",
  "rank",
  "inbound",
  "reach",
  "exists",
  "find",
];

/** What stands in a wording for any end of a way: "what can {end} reach". */
const anyEnd: Token = {
  text: "{end}",
  lower: "{end}",
  stem: "{end}",
  kind: "word",
  possessive: false,
  unknown: false,
};

/**
 * The mode asked for; null when no ways are asked for. What asks for a hole that somebody fell
 * into ("what if jump-1 is compromised") asks what is in reach, not what would be without it.
 */
export function pathMode(vocabulary: Vocabulary, tokens: Token[], ends: Entity[]): PathMode | null {
  const sentence = withoutNames(tokens, ends);
  const named = new Set([...modesIn(vocabulary, tokens), ...modesIn(vocabulary, sentence)]);
  if (named.has("none")) return null;
  if (named.has("fallen")) return "reach";
  return modes.find((mode) => named.has(mode)) ?? (isBareWay(sentence) ? "find" : null);
}

/** The wordings that begin at each place; a longer one hides what it begins with. */
function modesIn(vocabulary: Vocabulary, tokens: Token[]): string[] {
  return tokens.flatMap((_, at) => vocabulary.book("path_modes").at(tokens, at)?.value ?? []);
}

/** "from web-1 to root on db-1", and no more before it. */
function isBareWay(sentence: Token[]): boolean {
  const words = sentence.map(({ lower }) => lower).join(" ");
  return /^(?:from )?\{end\} (?:to|->|→|- >) /.test(words);
}

/** What may stand between a verb and the name it is about: "what can members of the docker group reach". */
const fillers =
  /^(?:the|a|an|our|any|every|user|users|account|host|machine|server|member|members|of)$/;

function withoutNames(tokens: Token[], ends: Entity[]): Token[] {
  const named = ends.filter(({ value }) => value.kind !== "any");
  const sentence = tokens.flatMap((token, at) => {
    const end = named.find(({ start, end }) => start <= at && at < end);
    if (!end) return [token];
    return end.start === at ? [anyEnd] : [];
  });
  return sentence.filter((token, at) => !isFiller(token) || !leadsToEnd(sentence, at));
}

const isFiller = ({ lower }: Token) => fillers.test(lower);

function leadsToEnd(sentence: Token[], at: number): boolean {
  const next = sentence.slice(at).find((token) => !isFiller(token));
  return next === anyEnd;
}

/** "within 3 hops", "one hop": how long a path may be. */
export function pathHops(vocabulary: Vocabulary, tokens: Token[]): number | null {
  for (let at = 0; at < tokens.length; at += 1) {
    const number = numberAt(vocabulary, tokens, at);
    const unit = number && tokens[number.end]?.stem;
    if (number && unit && /^(?:hop|step|jump|move)$/.test(unit)) return number.value;
  }
  return null;
}
