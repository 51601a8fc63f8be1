import { phrasebook } from "../lexicon/phrasebook.ts";
import type { Phrasebook } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";

/** The words of follow-ups. The model isn't trained on them, so they are no part of the lexicon. */
function bookOf(...phrases: string[]): Phrasebook<string> {
  return phrasebook(phrases.map((phrase) => [phrase, phrase]));
}

/** Words that only join a follow-up to the question before it. */
export const openers = bookOf(
  ...["and", "but", "or", "so", "now", "then", "also", "ok", "okay", "only", "just", "please"],
  ...["what about", "how about", "what of", "same for", "same on", "same in", "same with"],
  ...["the same for", "the same on", "the same in", "the same with", "do the same for"],
  ...["show only", "show just", "show me only", "show me just", "restrict to", "limit to"],
  ...["narrow down to", "keep only", "keep", "make that", "make it"],
);

/** Words for the rows of the answer before. */
const referenceBook = bookOf(
  ...["of them", "of those", "of these", "among them", "among those", "among these"],
  ...["those ones", "these ones", "the ones", "the one", "ones", "one"],
  ...["them", "those", "these", "that list", "the list", "the results", "the result"],
);

/** "ones" is read as a number, which has no stem. */
export const referencesIn = (tokens: Token[]): Span<string>[] =>
  referenceBook.all(
    tokens.map((token) => (token.lower === "ones" ? { ...token, stem: "one" } : token)),
  );

/** The hosts that the question before did not ask. */
export const otherHosts = bookOf(
  ...["the others", "on the others", "the other ones", "the other hosts", "on the other hosts"],
  ...["on other hosts", "other hosts", "others", "everywhere else", "elsewhere"],
  ...["the remaining hosts", "on the remaining hosts", "the rest of the hosts"],
  ...["on the rest of the hosts", "the rest of the fleet", "on the rest of the fleet"],
);

export const everyHost = bookOf(
  ...["on all hosts", "all hosts", "on every host", "on all machines", "on every machine"],
  ...["on all servers", "on all of them", "everywhere", "fleet wide", "in the whole fleet"],
  ...["on the whole fleet", "across the fleet", "for all hosts", "on any host"],
);

/** Words that leave out what follows them. */
export const exclusions = bookOf(
  ...["except", "except for", "except on", "excluding", "without", "but not", "but not on"],
  ...["not on", "not", "other than", "apart from", "besides", "minus"],
);

/** Whether a follow-up may begin with the word: no question of its own does. */
const beginnings = new Set(
  (
    "on from to via through without with per by as in for at under over of not except excluding " +
    "sorted sort ordered order grouped group newest oldest latest top first last biggest largest " +
    "smallest shortest longest more less fewer older newer larger smaller bigger those these them " +
    "ones running listening owned started called named the"
  ).split(" "),
);

export const beginsFollowUp = (tokens: Token[]): boolean =>
  openers.at(tokens, 0) !== null || beginnings.has(tokens[0]?.lower ?? "");
