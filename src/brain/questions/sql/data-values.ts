import type { Filter, Kind } from "../model/types.ts";
import { listOf } from "./quote.ts";

const known = new WeakMap<Kind, Map<string, string[]>>();

/** What people call the values of a kind's fields, and what they are in the data. */
function valuesOf(kind: Kind): Map<string, string[]> {
  const before = known.get(kind);
  if (before) return before;
  const values = new Map<string, string[]>();
  for (const { wordings, filter } of kind.predicates) {
    if (filter.op !== "eq" && filter.op !== "in") continue;
    const data = listOf(filter.value).filter((value) => typeof value === "string");
    if (data.length === 0) continue;
    for (const wording of wordings) {
      values.set(`${filter.field} ${wording.toLowerCase()}`, data);
    }
  }
  known.set(kind, values);
  return values;
}

/** What a word for a value of a field is in the data; empty when the data has it as it is said. */
export const dataValuesOf = (kind: Kind, field: string, said: string): string[] =>
  valuesOf(kind).get(`${field} ${said.toLowerCase()}`) ?? [];

const alike: Partial<Record<Filter["op"], Filter["op"]>> = {
  eq: "in",
  in: "in",
  contains: "in",
  ne: "not_in",
  not_in: "not_in",
  not_contains: "not_in",
};

/** A condition on the data: that any of the filters holds, or, denied, that none does. */
export interface DataCondition {
  anyOf: Filter[];
  isDenied: boolean;
}

/** The operators that deny another. */
const denied: Partial<Record<Filter["op"], Filter["op"]>> = {
  ne: "eq",
  not_in: "eq",
  not_contains: "contains",
  not_starts_with: "starts_with",
};
const single: Partial<Record<Filter["op"], Filter["op"]>> = { in: "eq" };

/**
 * The condition whose values are wordings of conditions of their own: a "healthy" container is one
 * whose status contains "(healthy)", which "unhealthy" does not. Null where no value is one.
 */
function conditionSaid(kind: Kind, { field, op, value }: Filter): DataCondition | null {
  const positive = denied[op] ?? single[op] ?? op;
  if (!["eq", "contains", "starts_with"].includes(positive)) return null;
  const wordedAs = (wording: string) =>
    kind.predicates.find(
      ({ wordings, filter }) =>
        filter.field === field &&
        !["eq", "in"].includes(filter.op) &&
        wordings.some((one) => one.toLowerCase() === wording),
    )?.filter;
  const said = listOf(value).map((one) => ({ one, meant: wordedAs(String(one).toLowerCase()) }));
  if (!said.some(({ meant }) => meant)) return null;
  const isDenied = op in denied;
  const opposite = isDenied && said.length === 1 ? wordedAs(`not ${said[0]?.one}`) : undefined;
  if (opposite) return { anyOf: [opposite], isDenied: false };
  return {
    anyOf: said.map(({ one, meant }) => meant ?? { field, op: positive, value: one }),
    isDenied,
  };
}

/** A condition by the values of the data: a "running" service is "active" in systemd's words. */
export function inDataTerms(kind: Kind, filter: Filter): DataCondition {
  const wording = conditionSaid(kind, filter);
  if (wording) return wording;
  const as = (one: Filter) => ({ anyOf: [one], isDenied: false });
  const op = alike[filter.op];
  if (!op) return as(filter);
  const said = listOf(filter.value);
  const meant = said.flatMap((value) => dataValuesOf(kind, filter.field, String(value)));
  if (meant.length === 0) return as(filter);
  return as({ ...filter, op, value: [...new Set([...said, ...meant])] });
}
