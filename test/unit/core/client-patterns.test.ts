import { expect, test } from "vitest";
import {
  checkAdmission,
  parseClientPatterns,
  toClient,
} from "../../../src/core/client-patterns.ts";

const web1 = toClient("10.0.1.5", ["web-1.example.org", "web-1"]);

test.each([
  ["10.0.1.5", "yes"],
  ["10.0.1.6", "no"],
  ["10.0.1.*", "yes"],
  ["10.0.1.?", "yes"],
  ["10.0.1.??", "no"],
  ["10.0.0.0/16", "yes"],
  ["10.1.0.0/16", "no"],
  ["*", "yes"],
  ["10.9.9.9,10.0.0.0/16", "yes"],
  ["10.0.0.0/16,!10.0.1.5", "no"],
  ["!10.0.1.5,*", "no"],
  ["!10.0.1.0/24,10.0.0.0/16", "no"],
  // Only negations admit nobody.
  ["!10.9.9.9", "no"],
  ["web-1", "named"],
  ["WEB-1.example.org", "named"],
  ["*.example.org", "named"],
  ["*.example.org,!web-?", "no"],
  ["db-1", "no"],
  ["web-1,10.0.1.5", "yes"],
  ["2001:db8::/32", "no"],
  ["", "yes"],
  // Lists in a row all have to admit: from= and a Match block.
  ["10.0.0.0/16 10.0.1.*", "yes"],
  ["10.0.0.0/16 10.0.2.*", "no"],
  ["10.0.0.0/16 web-1", "named"],
])("%j admits 10.0.1.5 (web-1): %s", (patterns, expected) => {
  expect(checkAdmission(parseClientPatterns(patterns), web1)).toBe(expected);
});

test("an IPv6 client is matched by block and by wildcard", () => {
  const client = toClient("2001:db8::5", []);
  expect(checkAdmission(parseClientPatterns("2001:db8::/32"), client)).toBe("yes");
  expect(checkAdmission(parseClientPatterns("2001:db8:*"), client)).toBe("yes");
  expect(checkAdmission(parseClientPatterns("2001:db9::/32,10.*"), client)).toBe("no");
});
