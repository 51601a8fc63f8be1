import type { Confidence, Signs, Vocabulary } from "./model/reader.ts";
import type { Draft, Kind, Token } from "./model/types.ts";
import type { Choice } from "./stages/choose-subject.ts";

/** How sure a reading with these signs is: the share of such readings that were right. */
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
 * Words that tell one question from another: what rows are called and are, and all that is
 * not ordinary English. Words for machines say where, unless the kind is itself about them.
 */
function isTelling(vocabulary: Vocabulary, kind: Kind, token: Token): boolean {
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
 * The signs of a reading, once every stage has claimed what it understood. The words for when
 * and where (`placed`) are left out: they say nothing of what is asked.
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
  const telling = draft.tokens.flatMap((token, at) =>
    isTelling(vocabulary, kind, token) && !placed.has(at)
      ? [{ own: speaks(token), claimed: draft.claimed.has(at), unknown: token.unknown }]
      : [],
  );
  const lost = telling.filter(({ own, claimed }) => !own && !claimed).length;
  const own = telling.filter((token) => token.own).length;
  const unknown = telling.filter((token) => token.unknown).length;
  return {
    strength: Math.log(1 + score),
    margin,
    unexplained: telling.length > 0 ? lost / telling.length : whole ? 0 : 1,
    guessed: telling.length === 0 ? 0 : unknown / telling.length,
    specific: Math.min(own, enoughSpecific) / enoughSpecific,
  };
}
