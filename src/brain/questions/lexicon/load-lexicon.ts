import type { Lexicon } from "../model/reader.ts";
import type { Grammar, Kind, Source, Topic } from "../model/types.ts";
import { commaList, linesOf, parseField, parseMeasure, parsePredicate } from "./parse-entry.ts";
import { readLanguage } from "./read-language.ts";

interface KindFile {
  noun: string;
  phrases: string;
  cues?: string;
  fields: Record<string, string>;
  predicates?: string;
  takes?: Kind["takes"];
  verbatim?: { field: string; after: string };
  show?: string[];
  says?: string;
  /** `percent_used | fullest | emptiest`. */
  measure?: string;
  time?: string;
  events?: boolean;
  ahead?: boolean;
  single?: boolean;
  lacked_by?: Kind["lackedBy"];
  sources: (Omit<Source, "fields"> & Partial<Pick<Source, "fields">>)[];
}

interface TopicFile {
  noun: string;
  kind: string;
  phrases: string;
  cues?: string;
}

function kindOf([id, entry]: [string, KindFile]): Kind {
  const sources: Source[] = entry.sources.map((source) => ({ fields: {}, ...source }));
  return {
    id,
    noun: entry.noun,
    phrases: linesOf(entry.phrases),
    cues: linesOf(entry.cues),
    fields: Object.fromEntries(
      Object.entries(entry.fields).map(([name, text]) => [name, parseField(text)]),
    ),
    predicates: linesOf(entry.predicates).map(parsePredicate),
    takes: entry.takes ?? {},
    verbatim: entry.verbatim
      ? { field: entry.verbatim.field, after: commaList(entry.verbatim.after) }
      : null,
    show: entry.show ?? Object.keys(entry.fields),
    says: entry.says ?? null,
    measure: entry.measure === undefined ? null : parseMeasure(entry.measure),
    timeField: entry.time ?? null,
    events: entry.events ?? false,
    ahead: entry.ahead ?? false,
    single: entry.single ?? false,
    lackedBy: entry.lacked_by ?? [],
    sources,
  };
}

function topicOf([id, entry]: [string, TopicFile]): Topic {
  return {
    id,
    noun: entry.noun,
    kind: entry.kind,
    phrases: linesOf(entry.phrases),
    cues: linesOf(entry.cues),
  };
}

function grammarOf(sections: [string, Record<string, string>][]): Grammar {
  return Object.fromEntries(
    sections.map(([section, meanings]) => [
      section,
      Object.fromEntries(
        Object.entries(meanings).map(([meaning, words]) => [meaning, commaList(words)]),
      ),
    ]),
  );
}

/** Reads the vocabulary from `<dataDir>/language`. */
export function loadLexicon(dataDir: string): Lexicon {
  const { kinds, topics, grammar } = readLanguage(dataDir);
  return {
    kinds: Object.entries(kinds as Record<string, KindFile>).map(kindOf),
    topics: Object.entries(topics as Record<string, TopicFile>).map(topicOf),
    grammar: grammarOf(Object.entries(grammar as Record<string, Record<string, string>>)),
  };
}
