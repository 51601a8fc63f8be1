import { expect, test } from "vitest";
import { relativeTime } from "../../../../src/ui/text/relative-time.ts";
import { paint } from "../../../../src/ui/text/style.ts";
import { textWidth, truncateText, wrapText } from "../../../../src/ui/text/text-width.ts";

test("cells are counted as terminals draw them", () => {
  expect(["plain", "é", "e\u0301", "漢字", "👍🏽", "👩‍👩‍👧", "…"].map(textWidth)).toEqual([
    5, 1, 1, 4, 2, 2, 1,
  ]);
});

test("a cut text ends in an ellipsis and never splits a wide character", () => {
  expect(truncateText("漢字漢字", 6)).toBe("漢字…");
  expect(truncateText("short", 5)).toBe("short");
});

test("lines break at spaces", () => {
  expect(wrapText("one two three", 8)).toEqual(["one two", "three"]);
});

test("times are told relative to now", () => {
  const now = Date.parse("2026-01-02T00:00:00.000Z");
  const at = (iso: string | null) => relativeTime(iso, now);
  expect([
    at("2026-01-01T23:57:00.000Z"),
    at("2026-01-02T02:30:00.000Z"),
    at("2026-01-02T01:59:59.900Z"),
    at("2026-01-02T23:59:00.000Z"),
    at("2026-01-02T00:00:25.700Z"),
    at("2026-01-02T00:00:00.400Z"),
    at("2025-12-25T00:00:00.000Z"),
    at(null),
  ]).toEqual([
    "3m ago",
    "in 2h 30m",
    "in 2h",
    "in 23h 59m",
    "in 26s",
    "just now",
    "8d ago",
    "never",
  ]);
});

test("without colour a text stays as it is", () => {
  expect(paint({ colour: false }, "red", "x")).toBe("x");
  expect(paint({ colour: true }, "red", "x")).toBe("\u001b[31mx\u001b[39m");
});
