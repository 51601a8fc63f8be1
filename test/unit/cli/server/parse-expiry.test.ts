import { expect, test } from "vitest";
import { parseExpiry } from "../../../../src/cli/server/parse-expiry.ts";

const now = Date.parse("2026-11-01T00:00:00.000Z");

test("a lifetime becomes a time", () => {
  expect(parseExpiry("90d", now)).toBe("2027-01-30T00:00:00.000Z");
});

test.each(["0s", "4000d", "tomorrow"])("%s is no lifetime", (text) => {
  expect(() => parseExpiry(text, now)).toThrow(expect.objectContaining({ kind: "usage" }));
});
