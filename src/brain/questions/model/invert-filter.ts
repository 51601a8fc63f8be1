import type { Filter, FilterOp } from "../../../contract/reading.ts";

const pairs: [FilterOp, FilterOp][] = [
  ["eq", "ne"],
  ["in", "not_in"],
  ["contains", "not_contains"],
  ["starts_with", "not_starts_with"],
  ["empty", "not_empty"],
  ["in_cidr", "not_in_cidr"],
  ["gt", "le"],
  ["lt", "ge"],
  ["version_gt", "version_le"],
  ["version_lt", "version_ge"],
];
const opposites = new Map(
  pairs.flatMap(([one, two]) => [[one, two] as const, [two, one] as const]),
);

/** Whether a condition leaves rows out by their value. */
export const isExcluding = ({ op, value }: Filter): boolean =>
  ["ne", "not_in", "not_contains", "not_starts_with", "not_in_cidr", "empty"].includes(op) ||
  value === false;

/** The condition that holds for the other rows; null for one that has no opposite operator. */
export function inverted(filter: Filter): Filter | null {
  if (typeof filter.value === "boolean") return { ...filter, value: !filter.value };
  const op = opposites.get(filter.op);
  return op === undefined ? null : { ...filter, op };
}
