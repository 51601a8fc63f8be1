import { expect, test } from "vitest";
import { shareRules } from "../../../../src/tables/yara/shared-rules.ts";

const source = (name: string) => `rule ${name} { condition: true }`;
const content = Buffer.from("x");

function matches(rules: ReturnType<typeof shareRules>["rules"]): unknown {
  const scanner = rules.scanner();
  try {
    return scanner.scan(content);
  } finally {
    scanner.free();
  }
}

test("the same rules are compiled once, for scans one after another and at once", () => {
  const first = shareRules(source("a"));
  const second = shareRules(source("a"));
  expect(second.rules).toBe(first.rules);
  first.release();
  second.release();
  const third = shareRules(source("a"));
  expect(third.rules).toBe(first.rules);
  third.release();
});

test("rules stay usable while a scan uses them, whatever others compile", () => {
  const used = shareRules(source("a"));
  const other = shareRules(source("b"));
  other.release();
  expect(JSON.stringify(matches(used.rules))).toContain('"a"');
  used.release();
  const again = shareRules(source("b"));
  expect(again.rules).toBe(other.rules);
  expect(JSON.stringify(matches(again.rules))).toContain('"b"');
  again.release();
});

test("wrong rules are no rules of the next scan", () => {
  expect(() => shareRules("rule x {")).toThrow("could not be compiled");
  const right = shareRules(source("c"));
  expect(JSON.stringify(matches(right.rules))).toContain('"c"');
  right.release();
});
