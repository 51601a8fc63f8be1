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

const named: readonly FilterOp[] = ["eq", "in"];
const valuesOf = ({ value }: Filter): string[] =>
  [value].flat().map((one) => String(one).toLowerCase());

/** "only 443" and "without 22" both hold, "only root" and "without root" don't. */
function areApart(one: Filter, two: Filter): boolean {
  const isPair = (first: FilterOp, second: FilterOp) =>
    named.includes(first) && excluding.includes(second);
  const others = new Set(valuesOf(two));
  const isEither = isPair(one.op, two.op) || isPair(two.op, one.op);
  return isEither && valuesOf(one).every((value) => !others.has(value));
}

/** Whether two conditions on one field may both hold. */
function areCompatible(first: Filter, second: Filter): boolean {
  const [one, two] = [first.op, second.op];
  const isBounds = lower.includes(one)
    ? upper.includes(two)
    : upper.includes(one) && lower.includes(two);
  const isLoose = (op: FilterOp) => excluding.includes(op) || partial.includes(op);
  return isBounds || (isLoose(one) && isLoose(two)) || areApart(first, second);
}

const isSame = (one: Filter, two: Filter) =>
  one.field === two.field &&
  one.op === two.op &&
  JSON.stringify(one.value) === JSON.stringify(two.value);

/** "without root" after "run as root": a value that was asked for is left out of the field it was asked for in. */
const asAskedBefore = (before: Filter[], added: Filter): Filter => {
  const same = before.find(({ value }) => JSON.stringify(value) === JSON.stringify(added.value));
  return same && excluding.includes(added.op) ? { ...added, field: same.field } : added;
};

/** The conditions of the question before with those that are added; a later one replaces what contradicts it. */
export function mergeFilters(before: Filter[], said: Filter[]): Filter[] {
  const added = said.map((filter) => asAskedBefore(before, filter));
  const kept = before.filter(
    (filter) =>
      !added.some(
        (other) =>
          other.field === filter.field && (isSame(filter, other) || !areCompatible(filter, other)),
      ),
  );
  return [...kept, ...added];
}
