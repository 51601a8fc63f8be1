import { phrasebook } from "../lexicon/phrasebook.ts";
import type { Phrasebook } from "../model/reader.ts";
import type { Kind, Predicate, Token } from "../model/types.ts";

/** Where a question names a field of a kind: token numbers, by field. */
export type FieldPlaces = Map<string, { start: number; end: number }[]>;

const fieldBooks = new WeakMap<Kind, Phrasebook<string[]>>();
const predicateBooks = new WeakMap<Kind, Phrasebook<Predicate[]>>();

/** What people call a kind's fields; a word may stand for several. */
function fieldBook(kind: Kind): Phrasebook<string[]> {
  const known = fieldBooks.get(kind);
  if (known) return known;
  const byWord = new Map<string, string[]>();
  for (const [name, field] of Object.entries(kind.fields)) {
    for (const word of new Set([name.replaceAll("_", " "), ...field.words])) {
      byWord.set(word, [...(byWord.get(word) ?? []), name]);
    }
  }
  const book = phrasebook(byWord);
  fieldBooks.set(kind, book);
  return book;
}

export function fieldPlaces(kind: Kind, tokens: Token[]): FieldPlaces {
  const places: FieldPlaces = new Map();
  for (const { start, end, value } of fieldBook(kind).all(tokens)) {
    for (const field of value) places.set(field, [...(places.get(field) ?? []), { start, end }]);
  }
  return places;
}

/** Wordings that amount to a condition on the kind. */
export function predicateBook(kind: Kind): Phrasebook<Predicate[]> {
  const known = predicateBooks.get(kind);
  if (known) return known;
  const byWording = new Map<string, Predicate[]>();
  for (const predicate of kind.predicates) {
    for (const wording of predicate.wordings) {
      byWording.set(wording, [...(byWording.get(wording) ?? []), predicate]);
    }
  }
  const book = phrasebook(byWording);
  predicateBooks.set(kind, book);
  return book;
}
