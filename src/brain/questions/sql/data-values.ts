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

/** A condition by the values of the data: a "running" service is "active" in systemd's words. */
export function inDataTerms(kind: Kind, filter: Filter): Filter {
  const op = alike[filter.op];
  if (!op) return filter;
  const said = listOf(filter.value);
  const meant = said.flatMap((value) => dataValuesOf(kind, filter.field, String(value)));
  if (meant.length === 0) return filter;
  return { ...filter, op, value: [...new Set([...said, ...meant])] };
}
