import { expect, test } from "vitest";
import { mergeFilters } from "../../../../../src/brain/questions/follow-up/merge-filters.ts";
import type { Filter } from "../../../../../src/contract/reading.ts";

const port = (op: Filter["op"], value: Filter["value"]): Filter => ({ field: "port", op, value });

test.each<[string, Filter, Filter]>([
  ["another value", port("eq", 22), port("eq", 443)],
  ["the opposite", port("eq", 22), port("ne", 22)],
  ["the same", port("eq", 22), port("eq", 22)],
  ["another bound on the same side", port("gt", 22), port("gt", 443)],
  ["a value after an interval", port("gt", 22), port("eq", 443)],
])("%s replaces the condition on the field", (_, before, added) => {
  expect(mergeFilters([before], [added])).toEqual([added]);
});

test.each<[string, Filter, Filter]>([
  ["a bound on the other side", port("gt", 22), port("lt", 443)],
  ["one more exclusion", port("ne", 22), port("ne", 443)],
  ["an exclusion of another value", port("in", [443, 8443]), port("ne", 22)],
  ["a condition on another field", port("eq", 22), { field: "pid", op: "eq", value: 1 }],
])("%s is added", (_, before, added) => {
  expect(mergeFilters([before], [added])).toEqual([before, added]);
});
