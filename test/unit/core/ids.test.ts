import { expect, test } from "vitest";
import { isId, lowestId, newId } from "../../../src/core/ids.ts";

const noon = Date.parse("2026-11-01T12:00:00.000Z");

test("ids of one millisecond sort by creation, and are valid", () => {
  const ids = Array.from({ length: 1_000 }, () => newId("dlv", noon));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.every((id) => isId("dlv", id))).toBe(true);
});

test("ids stay in order when the clock is corrected slightly", () => {
  const before = newId("dlv", noon);
  expect(newId("dlv", noon - 900) > before).toBe(true);
});

test("after the clock was set back ids follow it, without repeats", () => {
  const first = newId("dlv", noon);
  newId("dlv", noon + 86_400_000);
  const again = newId("dlv", noon);
  expect(again.slice(0, 14)).toBe(first.slice(0, 14));
  expect(again).not.toBe(first);
});

test("an id is distinguished from other kinds and other text", () => {
  expect(isId("inv", newId("dlv", noon))).toBe(false);
  expect(isId("dlv", "dlv_")).toBe(false);
  expect(isId("dlv", `dlv_${"i".repeat(26)}`)).toBe(false);
});

test("the lowest id of a time separates older ids from newer ones", () => {
  const before = newId("dlv", noon - 5_000);
  const after = newId("dlv", noon);
  expect(before < lowestId("dlv", noon)).toBe(true);
  expect(after >= lowestId("dlv", noon)).toBe(true);
});
