import type { FleetContext, ReaderParts, Vocabulary } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";
import { normalise } from "../text/normalise.ts";
import { tokenise } from "../text/tokenise.ts";
import { hashText } from "../weights/hash.ts";
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
  if (hasHostShape(token)) return "<host>";
  if (fleet.users.has(lower) && !vocabulary.known.has(token.stem)) return "<user>";
  if (vocabulary.software.has(lower)) return "<software>";
  if (vocabulary.accounts.has(lower)) return "<account>";
  if (fleet.tags.at([token], 0)) return "<tag>";
  return token.unknown ? "<unknown>" : null;
}

/** What a question's words are, before any meaning is chosen for them. */
export function annotate(
  { vocabulary, speller }: Pick<ReaderParts, "vocabulary" | "speller">,
  question: string,
  context: FleetContext,
): Annotated {
  const fleet = namesOf(context);
  const text = normalise(question);
  const split = splitCompounds(vocabulary, tokenise(text), fleet);
  markUnknown(vocabulary, speller, split, fleet);
  const tokens = mergeAmounts(vocabulary, split);
  const classes = tokens.map((token) => classOf(vocabulary, token, fleet));
  const stems = tokens.map(({ stem }) => hashText(stem));
  return {
    tokens,
    classes,
    stems,
    words: classes.map((name, at) => (name ? hashText(name) : (stems[at] as number))),
    scopes: findScopes(vocabulary, tokens, fleet),
    times: findTimes(vocabulary, tokens),
    signs: findSigns(vocabulary, text, tokens),
    fleet,
  };
}
