import type { Field, Kind, Token } from "../../model/types.ts";
import { fieldsOf } from "../values/field-book.ts";

const ranked: Field["type"][] = ["bytes", "percent", "number", "days", "time", "version", "port"];

/** Whether rows can be put in order by a field. */
export const rankable = (kind: Kind, name: string) =>
  ranked.includes(kind.fields[name]?.type ?? "text");

/** The first field of the kind with a type, trying the types in turn. */
export function fieldOfType(kind: Kind, types: Field["type"][]): string | null {
  for (const type of types) {
    const found = Object.entries(kind.fields).find(([, field]) => field.type === type);
    if (found) return found[0];
  }
  return null;
}

/** The field that a superlative ranks by: what is named beside it, or what it means by itself. */
export function rankField(kind: Kind, sort: string, tokens: Token[]): string | null {
  const beside = fieldsOf(kind)
    .at(tokens, 1)
    ?.value.find((name) => rankable(kind, name));
  if (sort === "count") return beside ?? "count";
  if (sort === "time" && kind.timeField) return kind.timeField;
  if (sort === "expiry") return kind.timeField;
  const named = fieldsOf(kind)
    .all(tokens)
    .flatMap(({ value }) => value)
    .find((name) => rankable(kind, name));
  if (named && sort !== "bytes") return named;
  const own = { bytes: "bytes", percent: "percent", number: "number", days: "days" }[sort];
  const types = (own ? [own] : []).concat("percent", "bytes", "number", "days", "time");
  return fieldOfType(kind, types as Field["type"][]) ?? named ?? null;
}
