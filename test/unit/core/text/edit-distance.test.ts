import { expect, test } from "vitest";
import { editDistance } from "../../../../src/core/text/edit-distance.ts";

test.each([
  ["sudo", "sudo", 0],
  ["sduo", "sudo", 1],
  ["sudoo", "sudo", 1],
  ["sud", "sudo", 1],
  ["sode", "sudo", 2],
  ["", "sudo", 4],
])("%s to %s takes %i edits", (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits);
});

test("above the limit only that it is above counts", () => {
  expect(editDistance("listening", "packages", 2)).toBeGreaterThan(2);
  expect(editDistance("a", "abcdef", 2)).toBe(3);
  expect(editDistance("lisntening", "listening", 2)).toBeLessThanOrEqual(2);
});
