import type { Spellers, Vocabulary } from "../model/reader.ts";
import type { Token } from "../model/types.ts";
import { stem } from "../text/stem.ts";
import type { FleetNames } from "./fleet.ts";

/** Longer words are rarely names, and then not a slip away from a word of ours. */
const surelyAWord = 7;

/** A name that is introduced as one is not mended, nor is one with a capital inside the question. */
function mayMend(vocabulary: Vocabulary, tokens: Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || token.possessive || tokens[at + 1]?.text === "'") return false;
  if (at > 0 && /^[A-Z]/.test(token.text)) return false;
  return (
    at === 0 ||
    token.lower.length >= surelyAWord ||
    vocabulary.book("introduces").at(tokens, at - 1)?.end !== at
  );
}

/** Short names of programs are too near to those of people. */
const programLength = 5;

const programMeant = (speller: Spellers, { lower }: Token) =>
  lower.length >= programLength ? speller.program(lower) : null;

/** "nobodyx" is not "nobody": what begins with an account's name is another one, unless its last letter slipped in twice. */
const isAnotherName = ({ accounts }: Vocabulary, typed: string, meant: string) =>
  accounts.has(meant) && typed.startsWith(meant) && typed !== meant + meant.at(-1);

/** A word that came this often in training is a word, whatever it resembles. */
const enoughUses = 3;

interface Marking {
  vocabulary: Vocabulary;
  speller: Spellers;
  /** How often words came in training. */
  words: ReadonlyMap<string, number>;
  fleet: FleetNames;
  own: number;
}

const isOfFleet = ({ hosts, users, software }: FleetNames, { lower }: Token) =>
  hosts.has(lower) || users.has(lower) || software.has(lower);

/** Marks the words that mean nothing here, after mending those that are a slip away from one that does. */
export function markUnknown(tokens: Token[], marking: Marking): void {
  const { vocabulary, speller, words, fleet, own } = marking;
  tokens.forEach((token, at) => {
    if (token.kind !== "word" || vocabulary.known.has(token.stem)) return;
    if (isOfFleet(fleet, token)) return;
    if (fleet.tags.at([token], 0)) return;
    if (vocabulary.software.has(token.lower) || vocabulary.accounts.has(token.lower)) return;
    if ((words.get(token.lower) ?? 0) - own >= enoughUses) return;
    const mended = mayMend(vocabulary, tokens, at) ? speller.word(token.lower) : null;
    const meant = mended ?? programMeant(speller, token);
    if (meant && !isAnotherName(vocabulary, token.lower, meant))
      Object.assign(token, { text: meant, lower: meant, stem: stem(meant) });
    else token.unknown = true;
  });
}

/** "world-writable" is two words when both are known; "docker-ce" and "web-1" are names. */
export function splitCompounds(
  vocabulary: Vocabulary,
  tokens: Token[],
  fleet: FleetNames,
): Token[] {
  return tokens.flatMap((token) => {
    if (isOfFleet(fleet, token)) return [token];
    if (token.kind !== "identifier" || !/^[a-z]+(?:-[a-z]+)+$/.test(token.lower)) return [token];
    if (vocabulary.software.has(token.lower) || vocabulary.accounts.has(token.lower))
      return [token];
    const parts = token.lower.split("-");
    const joined = parts.map(stem);
    const paired = joined.every(
      (part, at) => at === 0 || vocabulary.pairs().has(`${joined[at - 1]} ${part}`),
    );
    if (!paired && parts[0] !== "non") return [token];
    return parts.map(
      (part, index): Token => ({
        text: part,
        lower: part,
        stem: stem(part),
        kind: "word",
        possessive: token.possessive && index === parts.length - 1,
        unknown: false,
      }),
    );
  });
}
