import { expect, test } from "vitest";
import {
  chooseColumns,
  parseSort,
  sortRows,
} from "../../../../src/cli/investigate/arrange-rows.ts";
import type { Cell } from "../../../../src/contract/common.ts";

const ofCells = (...cells: Cell[]) => ({
  columns: ["at", "cell"],
  rows: cells.map((cell, at) => [at, cell]),
  row_count: cells.length,
  truncated: false,
});
const sorted = (sort: string, ...cells: Cell[]) =>
  sortRows(ofCells(...cells), parseSort(sort), "inv_1").rows.map(([, cell]) => cell);

test("numbers are sorted by value, texts by the value of their digits", () => {
  expect(sorted("cell", 10, 9, -1)).toEqual([-1, 9, 10]);
  expect(sorted("cell", "web-10", "web-9", "10.0.0.10", "10.0.0.9")).toEqual([
    "10.0.0.9",
    "10.0.0.10",
    "web-9",
    "web-10",
  ]);
  expect(sorted("cell:desc", "b", 1, "a", 2)).toEqual(["b", "a", 2, 1]);
});

test("rows without a value are last in both orders", () => {
  expect(sorted("cell", null, 2, "", 1)).toEqual([1, 2, null, ""]);
  expect(sorted("cell:desc", null, 2, "", 1)).toEqual([2, 1, null, ""]);
});

test("rows with the same value stay in the order of the answer", () => {
  const { rows } = sortRows(ofCells("a", "a", "a"), parseSort("cell:desc"), "inv_1");
  expect(rows.map(([at]) => at)).toEqual([0, 1, 2]);
});

test("columns are chosen in the order of the request; an unknown one is a usage error with all names", () => {
  expect(chooseColumns(ofCells("a"), ["cell", "at"], "inv_1")).toMatchObject({
    columns: ["cell", "at"],
    rows: [["a", 0]],
  });
  const refused = expect.objectContaining({
    kind: "usage",
    message: "The answer has no column ce\\x1bll.",
    hint: "Its columns are at, cell. Show it again with: investigate show inv_1.",
  });
  expect(() => chooseColumns(ofCells("a"), ["ce\u001bll"], "inv_1")).toThrow(refused);
  expect(() => sorted("ce\u001bll", "a")).toThrow(refused);
});
