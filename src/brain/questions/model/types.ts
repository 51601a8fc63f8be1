import type { Aggregate, Filter, FilterOp } from "../../../contract/reading.ts";
import type { KindWords } from "../../model/kind-words.ts";

export type FilterValue = Filter["value"];

/** The type of a field, or of a value in a question. */
export type ValueType =
  | "text"
  | "name"
  | "account"
  | "path"
  | "address"
  | "port"
  | "number"
  | "bytes"
  | "percent"
  | "bool"
  | "time"
  | "days"
  | "version"
  | "mode"
  | "id";

export interface Field {
  type: ValueType;
  words: string[];
  /** A name in the question may be only part of the value: `nginx` for `nginx.service`. */
  loose: boolean;
  /** A text that only matches as a whole. */
  exact: boolean;
}

/** Wordings for one condition: "on every interface" is `address in 0.0.0.0, ::`. */
export interface Predicate {
  wordings: string[];
  filter: Filter;
}

/** The source of a kind's rows on one operating system; `t` is the alias of the main table. */
export interface Source {
  from: string;
  where?: string;
  /** For a table too large to read whole: the default restriction unless a filter on one of `by` exists. */
  within?: { by: string[]; where: string };
  /** What a ranking is over, where that is less than all rows: the load of who answers is no answer. */
  ranked?: string;
  /** SQL of the fields that are not simply `t.<field>`. */
  fields: Record<string, string>;
  /** SQL of alternative names for a field's values: a condition matches either. */
  also?: Record<string, string>;
  /** Fields with titles or lists, of which a value in a question may be one word: "Google Chrome". */
  titles?: string[];
}

/** A kind of data: its wordings, its fields, and the SQL for them. */
export interface Kind {
  id: string;
  noun: string;
  phrases: string[];
  cues: string[];
  fields: Record<string, Field>;
  predicates: Predicate[];
  /** The field for a bare value of a type: a name, a path, a port. */
  takes: Partial<Record<ValueType, string>>;
  /** The field for the words after certain verbs, as typed. */
  verbatim: { field: string; after: string[] } | null;
  /** The columns of a plain answer. */
  show: string[];
  /** A row as a sentence: "{name} | is {version}"; null without one. */
  says: string | null;
  measure: KindWords["measure"];
  timeField: string | null;
  /** Rows are events: "the last one" is the latest. */
  events: boolean;
  /** The time field is in the future: certificates expire. */
  ahead: boolean;
  /** A host has one row. */
  single: boolean;
  /** Who may have no row at all, so that a question can ask about the lack. */
  lackedBy: ("host" | "user")[];
  sources: Source[];
}

/** A weakness or fault that detections look for. */
export interface Topic {
  id: string;
  noun: string;
  /** The kind of data it shows in. */
  kind: string;
  phrases: string[];
  cues: string[];
}

/** A detection's fields that the reader uses. */
export interface DetectionPhrases {
  id: string;
  title: string;
  phrases: string[];
  tables: string[];
}

/** A detection that the model has not learned, with what leads to it. */
export interface PhrasedDetection {
  id: string;
  title: string;
  /** The stems of each phrase. */
  phrases: ReadonlySet<string>[];
}

/** Meanings and their phrases, by section, as in the grammar files. */
export type Grammar = Record<string, Record<string, string[]>>;

export type TokenKind =
  | "word"
  | "quoted"
  | "path"
  | "address"
  | "cidr"
  | "version"
  | "number"
  | "bytes"
  | "percent"
  | "duration"
  | "clock"
  | "date"
  | "glob"
  | "identifier"
  | "punctuation";

export interface Token {
  /** As typed. */
  text: string;
  lower: string;
  stem: string;
  kind: TokenKind;
  /** `deploy's` is the word deploy, possessive. */
  possessive: boolean;
  /** In neither the lexicon nor common English: probably a name. */
  unknown: boolean;
  /** The number that a number, a percentage or a number word stands for. */
  amount?: number;
  /** The length of a duration. */
  seconds?: number;
}

/** A range of tokens with a meaning: [start, end). */
export interface Span<T> {
  start: number;
  end: number;
  value: T;
}

export type { Aggregate, Filter, FilterOp };
