import { expect, test } from "vitest";
import {
  createMemoryBudget,
  exceedsBudget,
  takeSlot,
} from "../../../../src/engine/sqlite/memory-budget.ts";

test("finding 13: of several threads that exceed their budget, those with more than a share must stop", () => {
  const budget = createMemoryBudget(100, 4);
  const [small, large] = [takeSlot(budget), takeSlot(budget)];
  expect(exceedsBudget(small, 20)).toBe(false);
  expect(exceedsBudget(large, 80)).toBe(false);
  expect(exceedsBudget(large, 90)).toBe(true);
  expect(exceedsBudget(small, 20)).toBe(false);
  large.leave();
  expect(exceedsBudget(small, 90)).toBe(false);
});

test("a thread that ended leaves its slot to the next one", () => {
  const budget = createMemoryBudget(100, 2);
  const [first, second] = [takeSlot(budget), takeSlot(budget)];
  expect(second.slot).not.toBe(first.slot);
  first.leave();
  expect(takeSlot(budget).slot).toBe(first.slot);
});
