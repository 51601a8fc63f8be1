import type { Confidence, Signs, Vocabulary } from "./model/reader.ts";
import type { Draft, Kind, Token } from "./model/types.ts";
import type { Choice } from "./stages/choose-subject.ts";

/** The probability that a reading with these signs is right, by the share of such readings that were. */
export function probabilityOf({ bias, weights }: Confidence, signs: Signs): number {
  const sum =
    bias +
    weights.strength * signs.strength +
    weights.margin * signs.margin +
    weights.unexplained * signs.unexplained +
    weights.guessed * signs.guessed +
    weights.specific * signs.specific;
  return 1 / (1 + Math.exp(-sum));
}

/**
 * Whether a word distinguishes questions: names and states of rows, and anything but ordinary
 * English. Words for machines only name the place, unless the kind itself is about them.
 */
function isDistinctive(vocabulary: Vocabulary, kind: Kind, token: Token): boolean {
  if (token.kind === "punctuation") return false;
  if (vocabulary.book("machines").at([token], 0)) {
    return vocabulary.kindRanker.speaksOf(kind.id, token.stem);
  }
  return (
    !vocabulary.common.has(token.stem) ||
    vocabulary.names.at([token], 0) !== null ||
    vocabulary.book("states").at([token], 0) !== null
  );
}

const enoughSpecific = 3;

/**
 * The signs of a reading, once every stage has claimed its words. Words for the time and the
 * hosts (`placed`) don't count: they don't describe the subject.
 */
export function signsOf(
  vocabulary: Vocabulary,
  draft: Draft,
  { choice, placed }: { choice: Choice; placed: ReadonlySet<number> },
): Signs {
  const { kind, topics, score, margin, whole } = choice;
  const speaks = ({ stem }: Token) =>
    vocabulary.kindRanker.speaksOf(kind.id, stem) ||
    topics.some(({ id }) => vocabulary.topicRanker.speaksOf(id, stem));
  const distinctive = draft.tokens.flatMap((token, at) =>
    isDistinctive(vocabulary, kind, token) && !placed.has(at)
      ? [{ own: speaks(token), claimed: draft.claimed.has(at), unknown: token.unknown }]
      : [],
  );
  const lost = distinctive.filter(({ own, claimed }) => !own && !claimed).length;
  const own = distinctive.filter((token) => token.own).length;
  const unknown = distinctive.filter((token) => token.unknown).length;
  return {
    strength: Math.log(1 + score),
    margin,
    unexplained: distinctive.length > 0 ? lost / distinctive.length : whole ? 0 : 1,
    guessed: distinctive.length === 0 ? 0 : unknown / distinctive.length,
    specific: Math.min(own, enoughSpecific) / enoughSpecific,
  };
}
