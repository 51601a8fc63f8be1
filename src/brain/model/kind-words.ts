import type { Reading } from "../../contract/reading.ts";
import type { CellFormat } from "../../core/text/format-cell.ts";

/** How a kind of data is put into words. */
export interface KindWords {
  /** Plural: "listening sockets". */
  noun: string;
  /** A host has one row. */
  single: boolean;
  /** Of the fields whose values a number alone doesn't explain. */
  formats: Record<string, CellFormat>;
  /** A row as a sentence, see `wordRow`; null for kinds without one. */
  says: string | null;
  /** The field that rows are compared by, and the names of both ends: "fullest". */
  measure: { field: string; most: string; least: string } | null;
}

/** A condition on a state that is either one or the other: "is Secure Boot enabled?" */
export interface StateAsked {
  field: string;
  value: boolean;
}

/** The state that a yes-or-no question asks about; null for one about which rows there are. */
export function stateAsked(
  { aggregate, filters }: Pick<Reading, "aggregate" | "filters">,
  { says }: KindWords,
): StateAsked | null {
  const [filter, ...others] = filters;
  if (!filter || others.length > 0 || aggregate.type !== "exists") return null;
  const { field, op, value } = filter;
  const isState = op === "eq" && typeof value === "boolean" && says?.includes(`{${field}?`);
  return isState ? { field, value } : null;
}
