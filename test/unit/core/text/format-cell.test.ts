import { expect, test } from "vitest";
import { type CellFormat, formatCell } from "../../../../src/core/text/format-cell.ts";

test.each<[CellFormat, string | number | null, string]>([
  ["bytes", 0, "0 B"],
  ["bytes", 1023, "1023 B"],
  ["bytes", 1536, "1.5 KiB"],
  ["bytes", 42949672960, "40 GiB"],
  ["bytes", "79456894976", "74 GiB"],
  ["bytes", 8589934592000, "7.8 TiB"],
  ["time", 1788698076, "2026-09-06 12:34 UTC"],
  ["time", 0, ""],
  ["time", -1, ""],
  ["time", 1e15, "1000000000000000"],
  ["seconds", 4580437, "53 days"],
  ["seconds", 7200, "2 h"],
  ["seconds", 150, "2 min"],
  ["seconds", -0.25, "-0.25 s"],
  ["percent", 27, "27%"],
  ["percent", 63.44, "63.4%"],
  ["boolean", 1, "yes"],
  ["boolean", "0", "no"],
])("a cell of %s, %j, reads %j", (format, value, text) => {
  expect(formatCell(value, format)).toBe(text);
});

test("what is no number, and what has no format, stays as it is", () => {
  expect(formatCell("unknown", "bytes")).toBe("unknown");
  expect(formatCell("", "boolean")).toBe("");
  expect(formatCell(null, "bytes")).toBe("");
  expect(formatCell(42949672960)).toBe("42949672960");
});
