import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesCriterion } from "../../../../../src/tables/parsers/sshd/match.ts";
import {
  type ClientPatterns,
  clientList,
  isPossible,
} from "../../../../../src/tables/ssh/logins/client-patterns.ts";

test.each<[ClientPatterns, string]>([
  [{ matched: [], unmatched: [] }, ""],
  [{ matched: ["*"], unmatched: [] }, ""],
  [{ matched: [], unmatched: ["10.0.0.0/8"] }, "!10.0.0.0/8,*"],
  [{ matched: ["10.0.0.0/8"], unmatched: [] }, "10.0.0.0/8"],
  [
    { matched: ["10.0.0.0/8"], unmatched: ["10.1.0.0/16", "192.168.0.1"] },
    "!10.1.0.0/16,10.0.0.0/8",
  ],
  [{ matched: ["10.0.0.0/8", "10.1.0.0/16"], unmatched: [] }, "10.1.0.0/16"],
  [{ matched: ["10.1.2.3", "10.1.2.3/32"], unmatched: [] }, "10.1.2.3"],
  [{ matched: ["10.*", "*.7"], unmatched: [] }, "10.* *.7"],
  [{ matched: [], unmatched: ["10.1.0.0/16", "10.0.0.0/8"] }, "!10.0.0.0/8,*"],
  [{ matched: ["2001:db8::/32"], unmatched: ["10.0.0.0/8"] }, "2001:db8::/32"],
])("%j is the list %j", (patterns, list) => {
  expect(clientList(patterns)).toBe(list);
});

test("no client is in two disjoint blocks, or in an inner one without the outer", () => {
  const inTen = { matched: ["10.0.0.0/8"], unmatched: [] };
  expect(isPossible(inTen, "192.168.0.0/16", true)).toBe(false);
  expect(isPossible(inTen, "10.1.0.0/16", true)).toBe(true);
  expect(isPossible({ matched: ["10.1.2.3"], unmatched: [] }, "10.0.0.0/8", false)).toBe(false);
  expect(isPossible({ matched: [], unmatched: ["10.0.0.0/8"] }, "10.1.2.3", true)).toBe(false);
  expect(isPossible({ matched: ["2001:db8::1"], unmatched: [] }, "10.0.0.0/8", true)).toBe(false);
  expect(isPossible(inTen, "*", false)).toBe(false);
});

const octet = fc.constantFrom(0, 1, 2, 10, 127, 255);
const address = fc.oneof(
  fc.tuple(octet, octet, octet, octet).map((parts) => parts.join(".")),
  fc.constantFrom("::1", "2001:db8::5", "2001:db8:1::", "::ffff:10.0.0.1"),
);
const pattern = fc.oneof(
  address,
  fc
    .tuple(
      fc.constantFrom("10.0.0.0", "10.1.0.0", "10.1.2.0", "0.0.0.0"),
      fc.constantFrom(0, 8, 16, 24),
    )
    .filter(([network, bits]) => network === "0.0.0.0" || bits >= 8)
    .map(([network, bits]) => `${network}/${bits}`),
  fc.constantFrom("2001:db8::/32", "2001:db8:1::/48", "10.*", "10.1.?.*", "*"),
);

const admits = (list: string, client: string) =>
  list
    .split(" ")
    .every(
      (each) =>
        each === "" ||
        matchesCriterion({ attribute: "Address", argument: each }, { address: client }),
    );

test("every address belongs to exactly one of the kinds", () => {
  fc.assert(
    fc.property(fc.uniqueArray(pattern, { maxLength: 5 }), address, (patterns, client) => {
      let kinds: ClientPatterns[] = [{ matched: [], unmatched: [] }];
      for (const next of patterns)
        kinds = kinds.flatMap((kind) => [
          ...(isPossible(kind, next, true) ? [{ ...kind, matched: [...kind.matched, next] }] : []),
          ...(isPossible(kind, next, false)
            ? [{ ...kind, unmatched: [...kind.unmatched, next] }]
            : []),
        ]);
      const mine = kinds.filter((kind) => admits(clientList(kind), client));
      expect(mine).toHaveLength(1);
      for (const next of patterns)
        expect(mine[0]!.matched.includes(next)).toBe(admits(next, client));
    }),
    { numRuns: 300 },
  );
});
