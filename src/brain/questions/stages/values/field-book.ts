import { phrasebook } from "../../lexicon/phrasebook.ts";
import type { Phrasebook } from "../../model/reader.ts";
import type { Kind, Predicate } from "../../model/types.ts";

const fieldBooks = new WeakMap<Kind, Phrasebook<string[]>>();
const predicateBooks = new WeakMap<Kind, Phrasebook<Predicate>>();

/** What people call a kind's fields; a word may stand for several, the likeliest first. */
export function fieldsOf(kind: Kind): Phrasebook<string[]> {
  const known = fieldBooks.get(kind);
  if (known) return known;
  const byWord = new Map<string, string[]>();
  for (const [name, field] of Object.entries(kind.fields)) {
    for (const word of [name.replaceAll("_", " "), ...field.words]) {
      byWord.set(word, [...(byWord.get(word) ?? []), name]);
    }
  }
  const book = phrasebook(byWord);
  fieldBooks.set(kind, book);
  return book;
}

/** Wordings that amount to a condition on the kind. */
export function predicatesOf(kind: Kind): Phrasebook<Predicate> {
  const known = predicateBooks.get(kind);
  if (known) return known;
  const book = phrasebook(
    kind.predicates.flatMap((predicate) =>
      predicate.wordings.map((say): [string, Predicate] => [say, predicate]),
    ),
  );
  predicateBooks.set(kind, book);
  return book;
}
