import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Reading } from "../../../../src/contract/reading.ts";
import { context, reader } from "./reader-under-test.ts";

interface Example {
  question: string;
  /** What of the reading matters; what is not named must be empty. */
  reading: Partial<Reading> & { detection?: string };
}

const examples = readFileSync(new URL("./examples.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Example);

const blank = {
  behaviour: "answer",
  tables: [],
  filters: [],
  aggregate: { type: "none", fields: [] },
  absent: null,
  hosts: [],
  tags: {},
  time_window: null,
  path: null,
};

function isReadAsWritten({ question, reading: { detection, ...wanted } }: Example): boolean {
  const reading = reader.read(question, context);
  const isEqual = Object.entries({ ...blank, ...wanted }).every(
    ([name, value]) => JSON.stringify(reading[name as keyof Reading]) === JSON.stringify(value),
  );
  return isEqual && (!detection || reading.detections[0] === detection);
}

/**
 * The reader has learned from these, so they measure no more than that learning works: some have
 * other readings that are as fair (`docs/reading.md` has how strangers' questions are read).
 */
test("most of the examples are read to the letter", () => {
  const missed = examples.filter((example) => !isReadAsWritten(example));
  expect(missed.length / examples.length).toBeLessThan(0.3);
});
