import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Reading } from "../../../../src/contract/reading.ts";
import { context, reader } from "./reader-under-test.ts";

interface Example {
  question: string;
  /** What of the reading matters; what is not named must be empty. */
  reading: Partial<Reading> & { detection?: string };
}

const examples = readFileSync("data/language/examples.jsonl", "utf8")
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

test.each(examples)("reads: $question", ({ question, reading: { detection, ...wanted } }) => {
  const reading = reader.read(question, context);
  expect(reading).toMatchObject({ ...blank, ...wanted });
  if (detection) expect(reading.detections[0]).toBe(detection);
});
