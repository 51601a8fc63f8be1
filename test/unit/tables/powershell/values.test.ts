import fc from "fast-check";
import { expect, test } from "vitest";
import {
  choice,
  filled,
  flag,
  integer,
  isWellKnown,
  listOf,
  relativeId,
  seconds,
  signed,
  text,
  whole,
} from "../../../../src/tables/powershell/values.ts";

const second = Date.UTC(2024, 0, 15, 8, 30) / 1000;

test.each([
  ["/Date(1705307400000)/", second],
  ["/Date(1705307400000+0100)/", second],
  [{ value: "/Date(1705307400000)/", DisplayHint: 2, DateTime: "Montag, 15. Januar" }, second],
  ["2024-01-15T08:30:00.1234567Z", second],
  ["2024-01-15T09:30:00.1234567+01:00", second],
  ["20240115093000.500000+060", second],
  ["2024-01-15T08:30:00", new Date(2024, 0, 15, 8, 30).getTime() / 1000],
  ["/Date(-62135596800000)/", null],
  ["0001-01-01T00:00:00", null],
  ["1899-12-30T00:00:00", null],
  ["1999-11-30T00:00:00", null],
  ["16010101000000.000000+000", null],
  ["/Date(99999999999999999)/", null],
  ["2024-99-99T00:00:00", null],
  ["Montag", null],
  ["", null],
  [null, null],
  [5, null],
])("%j is the second %j", (value, expected) => {
  expect(seconds(value)).toBe(expected);
});

test("whole numbers as SQLite can hold them, and no others", () => {
  expect(integer(5)).toBe(5);
  expect(integer("9007199254740993")).toBe(9007199254740993n);
  expect(integer("-9223372036854775808")).toBe(-(2n ** 63n));
  for (const none of ["9223372036854775808", 2 ** 63, 1.5, "1.5", "0x10", "", null, {}, []])
    expect(integer(none)).toBeNull();
  expect(whole("9007199254740993")).toBeNull();
});

test("booleans in each tool's format", () => {
  for (const yes of [true, 1, -1, "True", "true"]) expect(flag(yes)).toBe(1);
  for (const no of [false, 0, "False", "0"]) expect(flag(no)).toBe(0);
  for (const neither of [null, undefined, "yes", {}]) expect(flag(neither)).toBeNull();
});

test("an enumeration by number, number in quotes, and name", () => {
  const names = { 0: "not configured", 4: "START_PENDING" };
  for (const value of [4, "4", "Start Pending", "startpending"])
    expect(choice(value, names)).toBe("START_PENDING");
  expect(choice("NotConfigured", names)).toBe("not configured");
  for (const value of [3, "", null, "constructor", "__proto__", {}])
    expect(choice(value, names)).toBeNull();
});

test("lists, alone or wrapped", () => {
  expect(listOf({ value: [1, 2], Count: 2 })).toEqual([1, 2]);
  expect(listOf({ a: 1 })).toEqual([{ a: 1 }]);
  expect(listOf(null)).toEqual([]);
  expect(text({ value: "x" })).toBeNull();
  expect(filled("  ")).toBeNull();
});

test("the last number of a SID, and who made it", () => {
  expect(relativeId("S-1-5-21-1-2-3-4294967295")).toBe(4294967295);
  expect(signed(4294967295)).toBe(-1);
  for (const none of [null, "", "S-1-5", "alice", "S-1-5-x"]) expect(relativeId(none)).toBeNull();
  expect(isWellKnown("S-1-5-32-544")).toBe(true);
  expect(isWellKnown("S-1-5-21-1-2-3-500")).toBe(false);
  expect(isWellKnown("S-1-12-1-1-2-3-4")).toBe(false);
});

test("any value is read as one of its type or as none", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const number = integer(value);
      expect(number === null || typeof number === "bigint" || Number.isSafeInteger(number)).toBe(
        true,
      );
      expect([0, 1, null]).toContain(flag(value));
      const at = seconds(value);
      expect(at === null || at >= 946_684_800).toBe(true);
      expect(["string", "object"]).toContain(typeof text(value));
    }),
  );
});
