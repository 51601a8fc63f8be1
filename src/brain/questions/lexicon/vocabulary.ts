import type { Lexicon, Phrasebook, TagMeaning, Vocabulary } from "../model/reader.ts";
import type { FilterOp, Grammar, Kind } from "../model/types.ts";
import { phrasebook, stemsOf } from "./phrasebook.ts";

const tagKeys = ["env", "role", "app", "os", "site", "team", "network", "scope"];

function* entriesOf<T extends string>(grammar: Grammar, section: string): Generator<[string, T]> {
  for (const [meaning, words] of Object.entries(grammar[section] ?? {})) {
    for (const word of words) yield [word, meaning as T];
  }
}

const wordsOf = (grammar: Grammar, section: string) =>
  new Set(Object.values(grammar[section] ?? {}).flat());

function tagBook(grammar: Grammar): Phrasebook<TagMeaning> {
  const guarded = wordsOf(grammar, "guarded");
  const nouns = wordsOf(grammar, "nouns");
  const entries: [string, TagMeaning][] = [];
  for (const key of tagKeys) {
    for (const [word, value] of entriesOf(grammar, key)) {
      entries.push([word, { key, value, guarded: guarded.has(word), noun: nouns.has(word) }]);
    }
  }
  return phrasebook(entries);
}

/** Field words and predicates hint at the kind that has them. */
const kindCues = (kind: Kind): string[] => [
  ...kind.cues,
  ...Object.values(kind.fields).flatMap(({ words }) => words),
  ...kind.predicates.flatMap(({ wordings: says }) => says),
];

/** The stems of every wording of the lexicon. */
function stemsOfLexicon({ kinds, topics }: Lexicon): Set<string> {
  const wordings = [
    ...kinds.flatMap((kind) => [kind.noun, kind.id.replaceAll("_", " "), ...kind.phrases]),
    ...kinds.flatMap(kindCues),
    ...topics.flatMap(({ phrases, cues }) => [...phrases, ...cues]),
  ];
  return new Set(wordings.flatMap(stemsOf));
}

function pairsOf({ kinds, topics }: Lexicon): Set<string> {
  const pairs = new Set<string>();
  const wordings = [...kinds, ...topics].flatMap(({ phrases }) => phrases);
  for (const wording of [...wordings, ...kinds.flatMap(kindCues)]) {
    const stems = stemsOf(wording);
    for (let at = 1; at < stems.length; at += 1) pairs.add(`${stems[at - 1]} ${stems[at]}`);
  }
  return pairs;
}

/** Sections whose words are names, or another language's. */
const unspellable = new Set(["software", "accounts", "other_languages"]);

function* wordsOfLexicon({ kinds, topics, grammar }: Lexicon): Generator<string> {
  const wordings = [...kinds, ...topics].flatMap(({ phrases, cues }) => [...phrases, ...cues]);
  const plain = Object.keys(grammar)
    .filter((section) => !unspellable.has(section))
    .flatMap((section) => [...wordsOf(grammar, section)]);
  for (const wording of [...wordings, ...kinds.flatMap(kindCues), ...plain]) {
    yield* wording.toLowerCase().split(/[^a-z]+/);
  }
}

export function compileVocabulary(lexicon: Lexicon): Vocabulary {
  const { grammar } = lexicon;
  const accounts = wordsOf(grammar, "accounts");
  const software = wordsOf(grammar, "software");
  let pairs: Set<string> | null = null;
  const books = new Map<string, Phrasebook<string>>();
  const known = stemsOfLexicon(lexicon);
  for (const [section, meanings] of Object.entries(grammar)) {
    if (section === "software" || section === "accounts") continue;
    for (const words of Object.values(meanings)) {
      for (const word of words) for (const stem of stemsOf(word)) known.add(stem);
    }
  }
  return {
    kinds: new Map(lexicon.kinds.map((kind) => [kind.id, kind])),
    topics: new Map(lexicon.topics.map((topic) => [topic.id, topic])),
    book(section) {
      const book = books.get(section) ?? phrasebook(entriesOf(grammar, section));
      books.set(section, book);
      return book;
    },
    comparisons: phrasebook(entriesOf<FilterOp>(grammar, "comparisons")),
    versions: phrasebook(entriesOf<FilterOp>(grammar, "versions")),
    tags: tagBook(grammar),
    accounts,
    software,
    foreign: wordsOf(grammar, "other_languages"),
    known,
    pairs: () => {
      pairs ??= pairsOf(lexicon);
      return pairs;
    },
    words: () => wordsOfLexicon(lexicon),
  };
}
