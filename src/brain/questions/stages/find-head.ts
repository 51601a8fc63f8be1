import type { Vocabulary } from "../model/reader.ts";
import type { Token } from "../model/types.ts";
import { comparisonBefore } from "./filters/build-filter.ts";
import { numberAt } from "./values/read-number.ts";

/** Where the words for what is counted begin: after "more than 3", "how many". */
function countedAt(vocabulary: Vocabulary, tokens: Token[]): number | null {
  for (let at = 1; at < tokens.length; at += 1) {
    const number = numberAt(vocabulary, tokens, at);
    if (number && comparisonBefore(vocabulary, tokens, at, false)) return number.end;
  }
  return vocabulary.book("count").all(tokens)[0]?.end ?? null;
}

/** The kinds whose own name stands where a question says what it counts, or begins with it. */
export function headKinds(vocabulary: Vocabulary, tokens: Token[]): string[] {
  const counted = countedAt(vocabulary, tokens);
  if (counted === null) {
    // "hosts without chrony" begins with who is asked about, not with what.
    const isWho = vocabulary.book("machines").at(tokens, 0) !== null;
    return isWho ? [] : (vocabulary.names.at(tokens, 0)?.value ?? []);
  }
  const at = vocabulary.book("articles").at(tokens, counted)?.end ?? counted;
  // "5 failed logins", "different ports": a word may stand before the name.
  const near = [at, at + 1].map((start) => vocabulary.names.at(tokens, start));
  return near.find((span) => span !== null)?.value ?? [];
}
