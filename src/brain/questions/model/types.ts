import type { Aggregate, Filter, FilterOp } from "../../../contract/reading.ts";

export type FilterValue = Filter["value"];

/** What a field holds, or what a value in a question looks like. */
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
  /** A text that is always given whole. */
  exact: boolean;
}

/** Wordings that amount to one condition: "on every interface" is `address in 0.0.0.0, ::`. */
export interface Predicate {
  says: string[];
  filter: Filter;
}

/** Where a kind's rows come from on one sort of system: `t` is the alias of the main table. */
export interface Source {
  from: string;
  where?: string;
  /** For a table too large to read whole: where to look unless one of `by` says so itself. */
  within?: { by: string[]; where: string };
  /** SQL of the fields that are not simply `t.<field>`. */
  fields: Record<string, string>;
  /** SQL of other names under which a field's values are known: a condition holds for either. */
  also?: Record<string, string>;
  /** Fields that hold titles or lists here, of which a value in a question is a word: "Google Chrome". */
  titles?: string[];
}

/** A kind of data: what people call it, its fields, and the SQL that gives them. */
export interface Kind {
  id: string;
  noun: string;
  phrases: string[];
  cues: string[];
  fields: Record<string, Field>;
  predicates: Predicate[];
  /** The field that takes a bare value of a type: a name, a path, a port. */
  takes: Partial<Record<ValueType, string>>;
  /** The field that takes the words after certain verbs as they were typed. */
  verbatim: { field: string; after: string[] } | null;
  /** The columns of a plain answer. */
  show: string[];
  timeField: string | null;
  /** Rows are things that happened: "the last one" is the latest. */
  events: boolean;
  /** The time field lies ahead: certificates end. */
  ahead: boolean;
  /** A host has one row of it. */
  single: boolean;
  /** Who may have no row of it at all, so that having none can be asked about. */
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

/** A detection of the catalogue, as far as reading goes. */
export interface DetectionPhrases {
  id: string;
  title: string;
  phrases: string[];
  tables: string[];
}

/** Phrase to meaning, by section, as the grammar files have them. */
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
  /** Not a word of the lexicon or of common English: probably somebody's name for something. */
  unknown: boolean;
}

/** A stretch of tokens with a meaning: [start, end). */
export interface Span<T> {
  start: number;
  end: number;
  value: T;
}

export interface TimeSpan {
  window: string;
  /** Seconds, for kinds that take a duration as a filter (uptime). */
  seconds: number | null;
  direction: "within" | "older" | "ahead";
}

/** The question as the stages see it; each claims the tokens it understood. */
export interface Draft {
  tokens: Token[];
  claimed: Set<number>;
}

export type { Aggregate, Filter, FilterOp };
