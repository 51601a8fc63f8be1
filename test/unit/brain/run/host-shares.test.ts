import fc from "fast-check";
import { expect, test } from "vitest";
import { shareRows } from "../../../../src/brain/run/host-shares.ts";
import { shareOut } from "../../../../src/brain/run/share-out.ts";

const rowsOf = (count: number, text = "") => Array.from({ length: count }, () => [text]);
const counts = (hosts: unknown[][]) => hosts.map((rows) => rows.length);
const unlimited = Number.POSITIVE_INFINITY;

test("finding 4: a host with many rows does not crowd out the others", () => {
  const shared = shareRows([rowsOf(10_000), rowsOf(3), rowsOf(400)], {
    rows: 500,
    bytes: unlimited,
  });
  expect(counts(shared)).toEqual([249, 3, 248]);
});

test("finding 4: a host with huge rows does not crowd out the others", () => {
  const shared = shareRows([rowsOf(100, "x".repeat(10_000)), rowsOf(100, "x")], {
    rows: 500,
    bytes: 100_000,
  });
  expect(counts(shared)).toEqual([9, 100]);
});

test("everyone gets what they want if there is enough, and else the whole amount is given out", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000)), fc.nat(5_000), (wanted, total) => {
      const shares = shareOut(wanted, total);
      const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
      expect(sum(shares)).toBe(wanted.length === 0 ? 0 : Math.min(sum(wanted), total));
      expect(shares.every((share, at) => share <= wanted[at]!)).toBe(true);
      const least = Math.min(...shares.filter((share, at) => share < wanted[at]!));
      expect(shares.every((share) => share <= least + wanted.length)).toBe(true);
    }),
  );
});
