import type { FleetContext, ReaderParts, Vocabulary } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";
import { normalise } from "../text/normalise.ts";
import { tokenise } from "../text/tokenise.ts";
import { hashText } from "../weights/hash.ts";
import type { ReaderModel } from "../weights/model.ts";
import { findScopes, hasHostShape, type ScopeMention } from "./find-scopes.ts";
import { findSigns } from "./find-signs.ts";
import { findTimes, type TimeMention } from "./find-times.ts";
import { type FleetNames, namesOf } from "./fleet.ts";
import { markUnknown, splitCompounds } from "./mark-unknown.ts";
import { mergeAmounts } from "./merge-amounts.ts";

/** A question with everything that can be known of its words before their meaning is chosen. */
export interface Annotated {
  tokens: Token[];
  /** The class of each token that names something (`<host>`, `<path>`); null for other words. */
  classes: (string | null)[];
  /** The hash of each token's class, or of its stem. */
  words: number[];
  /** The hash of each token's stem. */
  stems: number[];
  /** How often each token's word came in training, from 0 (never) to 5 (often). */
  usage: number[];
  scopes: Span<ScopeMention>[];
  times: Span<TimeMention>[];
  /** What the words are as a whole: English, code, too many. */
  signs: string[];
  fleet: FleetNames;
}

const classOfKind: Partial<Record<Token["kind"], string>> = {
  path: "<path>",
  address: "<address>",
  cidr: "<cidr>",
  number: "<number>",
  bytes: "<bytes>",
  percent: "<percent>",
  version: "<version>",
  quoted: "<quoted>",
  clock: "<clock>",
  date: "<date>",
  duration: "<duration>",
  glob: "<glob>",
};

function classOf(vocabulary: Vocabulary, token: Token, fleet: FleetNames): string | null {
  const { kind, lower } = token;
  if (fleet.hosts.has(lower)) return "<host>";
  const typed = classOfKind[kind];
  if (typed && !(kind === "glob" && hasHostShape(token))) return typed;
  if (kind === "punctuation") return null;
  if (fleet.users.has(lower) && !vocabulary.known.has(token.stem)) return "<user>";
  if (hasHostShape(token)) return "<host>";
  const isNamed = vocabulary.software.has(lower);
  if (isNamed || (fleet.software.has(lower) && !vocabulary.known.has(token.stem)))
    return "<software>";
  if (vocabulary.accounts.has(lower)) return "<account>";
  if (fleet.tags.at([token], 0)) return "<tag>";
  if (token.unknown) return "<unknown>";
  return kind === "identifier" ? "<name>" : null;
}

/** 0 for a word that never came, 5 for one that often did. */
const usageOf = (count: number): number =>
  count <= 0 ? 0 : Math.min(5, 1 + Math.floor(Math.log2(count) / 1.5));

/** What it takes to look at the words of a question. */
export interface WordParts extends Pick<ReaderParts, "vocabulary" | "speller"> {
  model: Pick<ReaderModel, "words">;
}

/**
 * What a question's words are, before any meaning is chosen for them. A question that `words` were
 * counted in counts itself `own` times.
 */
export function annotate(
  { vocabulary, speller, model: { words } }: WordParts,
  question: string,
  context: FleetContext,
  own = 0,
): Annotated {
  const fleet = namesOf(context);
  const text = normalise(question);
  const split = splitCompounds(vocabulary, tokenise(text), fleet);
  markUnknown(split, { vocabulary, speller, words, fleet, own });
  const tokens = mergeAmounts(vocabulary, split);
  const classes = tokens.map((token) => classOf(vocabulary, token, fleet));
  const stems = tokens.map(({ stem }) => hashText(stem));
  return {
    tokens,
    classes,
    stems,
    words: classes.map((name, at) => (name ? hashText(name) : (stems[at] as number))),
    scopes: findScopes(vocabulary, tokens, fleet),
    usage: tokens.map(({ lower }) => usageOf((words.get(lower) ?? 0) - own)),
    times: findTimes(vocabulary, tokens),
    signs: findSigns(vocabulary, text, tokens),
    fleet,
  };
}
