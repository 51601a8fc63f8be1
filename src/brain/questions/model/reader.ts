import type { ReaderModel } from "../weights/model.ts";
import type { Previous } from "./previous.ts";
import type { FilterOp, Grammar, Kind, PhrasedDetection, Span, Token, Topic } from "./types.ts";

export interface Lexicon {
  kinds: Kind[];
  topics: Topic[];
  grammar: Grammar;
}

/** Phrases with meanings, matched by their stems at a position in the question. */
export interface Phrasebook<T> {
  /** The longest phrase that begins at `start`. */
  at(tokens: Token[], start: number): Span<T> | null;
  /** The longest phrases from left to right, none overlapping. */
  all(tokens: Token[]): Span<T>[];
}

export interface TagMeaning {
  key: string;
  value: string;
  /** An ordinary word too: a tag only beside a word for machines. */
  guarded: boolean;
  /** Names the machines by itself: "on the kiosks". */
  noun: boolean;
}

/** The lexicon, compiled for lookups. */
export interface Vocabulary {
  kinds: Map<string, Kind>;
  topics: Map<string, Topic>;
  /** A section of the grammar as a phrasebook of its meanings. */
  book(section: string): Phrasebook<string>;
  comparisons: Phrasebook<FilterOp>;
  versions: Phrasebook<FilterOp>;
  tags: Phrasebook<TagMeaning>;
  accounts: ReadonlySet<string>;
  software: ReadonlySet<string>;
  /** Common words of other languages, as written: "alle" is not "all". */
  foreign: ReadonlySet<string>;
  /** Stems that have a meaning, in the lexicon or in plain English. */
  known: ReadonlySet<string>;
  /** Stems that stand side by side in some wording: how a compound may be split. */
  pairs(): ReadonlySet<string>;
  /** Candidates for correcting a typing error: words of the lexicon, then plain ones. */
  words(): Iterable<string>;
}

/** The dictionary word that was probably meant; null when none is close enough. */
export type Speller = (word: string) => string | null;

/** Spellers of plain words and of program names. */
export interface Spellers {
  word: Speller;
  program: Speller;
}

/** What the fleet's hosts are called and have, and the time, when a question is read. */
export interface FleetContext {
  hosts: string[];
  /** One object per host. */
  tags: Record<string, string>[];
  /** Accounts of the fleet's hosts, in lower case; absent if none are known. */
  users?: ReadonlySet<string>;
  /** Their packages, services and programs, in lower case. */
  software?: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  now: number;
  /** The question that this one may refine. */
  previous?: Previous | undefined;
}

/** The compiled vocabulary and what was learned, which every reading uses. */
export interface ReaderParts {
  vocabulary: Vocabulary;
  speller: Spellers;
  /** Topics that the catalogue has a detection for. */
  detections: ReadonlySet<string>;
  /** Every detection by each of its phrases, as `verbatimKey`. */
  byPhrase: ReadonlyMap<string, PhrasedDetection>;
  /** Detections that the model has not learned. */
  phrased: PhrasedDetection[];
  model: ReaderModel;
}
