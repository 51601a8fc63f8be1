import { expect, test } from "vitest";
import { createReader } from "../../../../../src/brain/questions/create-reader.ts";
import { loadLexicon } from "../../../../../src/brain/questions/lexicon/load-lexicon.ts";
import { loadModel } from "../reader-under-test.ts";

const reader = createReader({ lexicon: loadLexicon("data"), detections: [], loadModel });
const read = (question: string) => reader.read(question, { hosts: [], tags: [], now: 0 });

test("grouping by what no source knows is not answered with nothing found", () => {
  const reading = read("count hosts by tag");
  expect(reading).toMatchObject({ behaviour: "not_answerable", sql: [] });
  expect(reading.suggestions.length).toBeGreaterThan(0);
});

test("of several sources only those that know the field are asked", () => {
  expect(read("which packages were installed today").sql.join()).toContain("deb_packages");
  const unknowing = read("browser extensions not from the web store").sql;
  expect(unknowing.length).toBeGreaterThan(0);
  expect(unknowing.join()).not.toContain("NULL =");
});

test("what only another system knows is asked of that system's tables alone", () => {
  expect(read("count firewall rules by profile").sql.join()).toMatch(/windows_firewall_rules/);
  expect(read("count firewall rules by profile").sql.join()).not.toMatch(
    /FROM (firewall_rules|alf)/,
  );
});
