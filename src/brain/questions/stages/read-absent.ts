import type { Reading } from "../../../contract/reading.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Draft, Kind, Token } from "../model/types.ts";
import { predicatesOf } from "./values/field-book.ts";

type Asker = "host" | "user";

/** Whether the question asks for a list of those that lack something. */
const isListing = (vocabulary: Vocabulary, tokens: Token[]) =>
  vocabulary.book("lack_openers").at(tokens, 0) !== null;

/** Who is said to lack it: the nearest word for machines or people before the lack. */
function askerBefore(vocabulary: Vocabulary, tokens: Token[], end: number): Asker | null {
  for (let at = end - 1; at >= 0; at -= 1) {
    if (vocabulary.book("lackers").at(tokens, at)) {
      return vocabulary.book("lackers").at(tokens, at)?.value as Asker;
    }
  }
  return null;
}

/**
 * Whether the question asks for the hosts or accounts that have no such row: "which hosts
 * do not have fail2ban", "machines without auditd", "users who have never logged in".
 */
export function readAbsent(vocabulary: Vocabulary, draft: Draft, kind: Kind): Reading["absent"] {
  const { tokens } = draft;
  const [lack] = vocabulary.book("lacking").all(tokens);
  const missing = lack && tokens[lack.end];
  if (!lack || !missing || missing.kind === "punctuation" || !isListing(vocabulary, tokens)) {
    return null;
  }
  // "accounts without a password" is a state that a row has, not the want of a row.
  const isState = predicatesOf(kind)
    .all(tokens)
    .some(({ start, end }) => start < lack.end && end > lack.start);
  const asker = askerBefore(vocabulary, tokens, lack.start);
  return asker && !isState && kind.lackedBy.includes(asker) ? asker : null;
}
