import { phrasebook, stemsOf } from "../lexicon/phrasebook.ts";
import type { Phrasebook, Vocabulary } from "../model/reader.ts";
import type { Kind, Token } from "../model/types.ts";

const books = new WeakMap<Vocabulary, Phrasebook<string>>();

/** What people call the kinds of data and the weaknesses. */
function subjectBook(vocabulary: Vocabulary): Phrasebook<string> {
  const known = books.get(vocabulary);
  if (known) return known;
  const entries: [string, string][] = [...vocabulary.kinds.values()].flatMap((kind) =>
    [kind.noun, kind.id.replaceAll("_", " "), ...kind.phrases].map((phrase): [string, string] => [
      phrase,
      kind.id,
    ]),
  );
  for (const topic of vocabulary.topics.values()) {
    for (const phrase of [topic.noun, ...topic.phrases]) entries.push([phrase, topic.id]);
  }
  const book = phrasebook(entries);
  books.set(vocabulary, book);
  return book;
}

/** Whether a question names what it is about. */
export const namesSubject = (vocabulary: Vocabulary, tokens: Token[]): boolean =>
  subjectBook(vocabulary).all(tokens).length > 0;

const lastStem = (name: string) => stemsOf(name.replaceAll("_", " ")).at(-1);

/** Whether a question has the very noun of a kind of data; "port 22" is a value of it instead. */
export const namesKind = ({ noun, id }: Kind, tokens: Token[]): boolean =>
  tokens.some(
    ({ stem }, at) =>
      (stem === lastStem(noun) || stem === lastStem(id)) && tokens[at + 1]?.kind !== "number",
  );
