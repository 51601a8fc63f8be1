import type { Filter, FilterOp } from "../../../contract/reading.ts";

const lower: readonly FilterOp[] = ["gt", "ge", "version_gt", "version_ge"];
const upper: readonly FilterOp[] = ["lt", "le", "version_lt", "version_le"];
const excluding: readonly FilterOp[] = [
  "ne",
  "not_in",
  "not_contains",
  "not_starts_with",
  "not_in_cidr",
];
const partial: readonly FilterOp[] = ["contains", "starts_with", "ends_with"];

/** Whether two conditions on one field may both hold. */
function areCompatible(one: FilterOp, two: FilterOp): boolean {
  const isBounds = lower.includes(one)
    ? upper.includes(two)
    : upper.includes(one) && lower.includes(two);
  const isLoose = (op: FilterOp) => excluding.includes(op) || partial.includes(op);
  return isBounds || (isLoose(one) && isLoose(two));
}

const isSame = (one: Filter, two: Filter) =>
  one.field === two.field &&
  one.op === two.op &&
  JSON.stringify(one.value) === JSON.stringify(two.value);

/** The conditions of the question before with those that are added; a later one replaces what contradicts it. */
export function mergeFilters(before: Filter[], added: Filter[]): Filter[] {
  const kept = before.filter(
    (filter) =>
      !added.some(
        (other) =>
          other.field === filter.field &&
          (isSame(filter, other) || !areCompatible(filter.op, other.op)),
      ),
  );
  return [...kept, ...added];
}
