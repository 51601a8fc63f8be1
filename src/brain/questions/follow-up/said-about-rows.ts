import type { Aggregate, Filter } from "../../../contract/reading.ts";
import { isAnswered } from "../../../contract/reading-checks.ts";
import { annotate } from "../annotate/annotate.ts";
import { fieldPlaces, predicateBook } from "../decisions/field-words.ts";
import { wordingOf } from "../decisions/fixed-condition.ts";
import { inverted, isExcluding } from "../model/invert-filter.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Kind, Token, ValueType } from "../model/types.ts";
import { readFacts } from "../readings/read-facts.ts";
import { readScope } from "../readings/read-scope.ts";
import { completeText, describedText, withoutExclusion, withoutOpeners } from "./complete-text.ts";
import type { Refining } from "./compose-facts.ts";
import { referencesIn } from "./phrases.ts";

/** What a follow-up says about the rows of the question before. */
export interface Said {
  filters: Filter[];
  aggregate: Aggregate;
  time_window: string | null;
  /** It names the field that rows are ranked by. */
  namesField: boolean;
  /** Names in it that nothing accounts for. */
  ignored: string[];
}

/** From this confidence on, the reading of the follow-up by itself is right about its conditions. */
const sure = 0.5;

const none: Aggregate = { type: "none", fields: [] };
const sameFilter = (one: Filter) => (two: Filter) => JSON.stringify(one) === JSON.stringify(two);

/** What a whole question about a kind says of its rows. */
function readText({ parts, fleet }: Refining, kind: Kind, text: string) {
  const { model, vocabulary } = parts;
  const question = annotate(parts, text, fleet);
  const { used: scoped } = readScope(model, vocabulary, question);
  const wording = wordingOf(question);
  const facts = readFacts(model, vocabulary, question, { kind, wording, scoped });
  const left = question.tokens.filter((token, at) => token.unknown && !facts.used.has(at));
  return { ...facts, ignored: left.map((token) => token.text) };
}

/** Whether words beyond those that count, order or group are said: only they can be conditions. */
function saysConditions(vocabulary: Vocabulary, kind: Kind, tokens: Token[]): boolean {
  const books = [
    "count",
    "top",
    "superlatives",
    "order",
    "group",
    "distinct",
    "articles",
    "machines",
  ];
  const said = [
    ...books.flatMap((section) => vocabulary.book(section).all(tokens)),
    ...referencesIn(tokens),
  ];
  const follows = (at: number) => said.some(({ end }) => end === at);
  const fields = [...fieldPlaces(kind, tokens).values()]
    .flat()
    .filter(({ start }) => follows(start));
  const spans = [...said, ...fields];
  return tokens.some(
    ({ kind: sort, lower }, at) =>
      sort !== "punctuation" &&
      !(sort === "number" && follows(at)) &&
      !/^(?:and|are|is|there|do|we|have|only|just|sorted|ordered)$/.test(lower) &&
      !spans.some(({ start, end }) => start <= at && at < end),
  );
}

/** Conditions whose very wording the follow-up has: "on every interface". */
const worded = (kind: Kind, tokens: Token[]): Filter[] =>
  predicateBook(kind)
    .all(tokens)
    .flatMap(({ value }) => value.map(({ filter }) => filter));

const fillers =
  /^(?:as|by|named|called|of|from|the|user|account|run|running|started|owned|one|ones)$/;
const typeOfClass: Record<string, ValueType> = {
  "<user>": "account",
  "<account>": "account",
  "<software>": "name",
  "<unknown>": "name",
  "<name>": "name",
  "<path>": "path",
  "<address>": "address",
};

/** A single name is a value of the field that takes such names: "without root". */
function bareValue({ parts, fleet }: Refining, kind: Kind, tokens: Token[]): Filter[] {
  const words = withoutOpeners(tokens).filter(
    ({ kind: sort, lower }) => sort !== "punctuation" && !fillers.test(lower),
  );
  const [only] = words;
  if (!only || words.length > 1) return [];
  const named = annotate(parts, only.text, fleet);
  const field = kind.takes[typeOfClass[named.classes[0] ?? ""] ?? "text"];
  return field === undefined ? [] : [{ field, op: "eq", value: only.text }];
}

/** The conditions that the follow-up states, by the reading of it that finds any. */
function filtersOf(refining: Refining, kind: Kind, tokens: Token[]): Filter[] {
  const { parts, fleet, own } = refining;
  const { vocabulary } = parts;
  if (!saysConditions(vocabulary, kind, tokens)) return [];
  const plain = readText(refining, kind, `list the ${kind.noun}`).filters;
  const beyondPlain = (filters: Filter[]) =>
    filters.filter((filter) => !plain.some(sameFilter(filter)));
  const kept = withoutExclusion(tokens);
  const isExcluded = kept.length < tokens.length;
  const isSame = isAnswered(own) && own.tables[0] === kind.id && own.confidence >= sure;
  const readings = [
    () => (isSame ? own.filters : []),
    () =>
      beyondPlain(readText(refining, kind, completeText(vocabulary, kind.noun, tokens)).filters),
    () => worded(kind, annotate(parts, describedText(kind.noun, kept), fleet).tokens),
    () => beyondPlain(readText(refining, kind, describedText(kind.noun, kept)).filters),
    () => bareValue(refining, kind, kept),
  ];
  for (const read of readings) {
    const filters = read();
    const meant = filters.map((filter) =>
      isExcluded && !isExcluding(filter) ? inverted(filter) : filter,
    );
    if (meant.length > 0 && meant.every((filter) => filter !== null)) return meant;
  }
  return [];
}

/** What a follow-up says about the rows of the question before; null if it says nothing about them. */
export function saidAboutRows(refining: Refining, kind: Kind, tokens: Token[]): Said | null {
  const { vocabulary } = refining.parts;
  const text = completeText(vocabulary, kind.noun, tokens);
  const { aggregate, time_window, ignored: left } = readText(refining, kind, text);
  const filters = filtersOf(refining, kind, tokens);
  const values = new Set(filters.flatMap(({ value }) => value).map(String));
  const said: Said = {
    filters,
    aggregate: aggregate.type === "exists" ? none : aggregate,
    time_window,
    namesField: fieldPlaces(kind, tokens).size > 0,
    ignored: left.filter((name) => !values.has(name)),
  };
  const isNothing = filters.length === 0 && said.aggregate.type === "none" && !time_window;
  return isNothing ? null : said;
}
