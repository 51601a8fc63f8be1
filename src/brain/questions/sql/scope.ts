import type { Reading } from "../../../contract/reading.ts";
import type { Aggregate, Field, Filter, Kind, Source } from "../model/types.ts";
import { condition, excluding, isOfText, wordCondition } from "./condition.ts";
import { inDataTerms } from "./data-values.ts";
import { listOf } from "./quote.ts";
import { periodOf } from "./window.ts";

export interface Request {
  kind: Kind;
  filters: Filter[];
  aggregate: Aggregate;
  absent: Reading["absent"];
  /** Whether all are so is asked: a row whose value is unknown is no exception. */
  exceptions?: boolean | undefined;
  /** Of two hosts that are compared, the one that has not got what is asked for. */
  lacking?: string | null;
  window: string | null;
  now: number;
}

export interface Statements {
  /** One a source; run on each host, the rows put together. */
  sql: string[];
  /** Run over all hosts' rows in `rows`; null when putting them together is the answer. */
  merge: string | null;
}

const text: Field = { type: "text", words: [], loose: false, exact: false };

/** The SQL of a field in a source. */
export const expression = (source: Source, field: string): string =>
  source.fields[field] ?? `t."${field}"`;

export const column = (name: string) => `"${name.replaceAll('"', "")}"`;

export const selected = (source: Source, fields: string[]): string =>
  fields.map((field) => `${expression(source, field)} AS ${column(field)}`).join(", ");

function timeConditions(source: Source, { kind, window, now }: Request): string[] {
  if (!window || !kind.timeField) return [];
  const sql = expression(source, kind.timeField);
  if (window === "since:boot") {
    return [`${sql} >= unixepoch() - (SELECT total_seconds FROM uptime)`];
  }
  const period = periodOf(window, now);
  if (!period) return [];
  return [
    ...(period.from === null ? [] : [`${sql} >= ${period.from}`]),
    ...(period.to === null ? [] : [`${sql} < ${period.to}`, `${sql} > 0`]),
  ];
}

const narrowing = ["eq", "in", "starts_with"];
const isWholePath = (value: unknown) => /^([/~\\]|[a-z]:)/i.test(String(value));

/** Where a large table is looked through when the question doesn't say. */
function usualPlaces({ within }: Source, filters: Filter[]): string[] {
  const isNarrowed = filters.some(
    ({ field, op, value }) =>
      within?.by.includes(field) && narrowing.includes(op) && listOf(value).every(isWholePath),
  );
  return within && !isNarrowed ? [`(${within.where})`] : [];
}

/** A filter on a field of the kind as SQL: by any of the names that the source knows its values under. */
export function filterCondition(source: Source, kind: Kind, said: Filter): string {
  const { anyOf, isDenied } = inDataTerms(kind, said);
  const conditions = anyOf.map((filter) => plainCondition(source, kind, filter));
  const any = conditions.length === 1 ? conditions[0]! : `(${conditions.join(" OR ")})`;
  return isDenied ? `NOT coalesce(${any}, 0)` : any;
}

function plainCondition(source: Source, kind: Kind, filter: Filter): string {
  const { field, op } = filter;
  const matches = (sql: string) =>
    (source.titles?.includes(field) ? wordCondition(sql, filter) : null) ??
    condition(sql, kind.fields[field] ?? text, filter);
  const also = isOfText(op) ? source.also?.[field] : undefined;
  const own = matches(expression(source, field));
  if (also === undefined) return own;
  return `(${own} ${excluding.has(op) ? "AND" : "OR"} ${matches(also)})`;
}

const known = (source: Source, { fields }: Kind, { field, op }: Filter): string[] =>
  fields[field] && excluding.has(op) ? [`coalesce(${expression(source, field)}, '') <> ''`] : [];

/** FROM and WHERE of a source under the request's conditions and any others. */
export function scope(source: Source, request: Request, others: string[] = []): string {
  const { kind, filters } = request;
  const conditions = [
    ...(source.where ? [`(${source.where})`] : []),
    ...filters
      .filter(({ field }) => kind.fields[field])
      .map((filter) => filterCondition(source, kind, filter)),
    ...(request.exceptions ? filters.flatMap((filter) => known(source, kind, filter)) : []),
    ...timeConditions(source, request),
    ...usualPlaces(source, filters),
    ...others,
  ];
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(" AND ")}` : "";
  return `FROM ${source.from}${where}`;
}
