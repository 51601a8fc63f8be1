import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { probabilityOf } from "../../../../src/brain/questions/confidence.ts";
import { calibrationError, fitConfidence, type Judged } from "./fit-confidence.ts";
import { context, lexicon, reader } from "./reader-under-test.ts";

const judged = readFileSync("data/language/judged.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Judged);
const fitted = judged.filter(({ part }) => part === "fit");
const heldOut = judged.filter(({ part }) => part === "held");

const rounded = (value: number) => Math.round(value * 1000) / 1000;

// FIT_CONFIDENCE=1 rewrites the parameters after a change of judged.jsonl.
if (process.env.FIT_CONFIDENCE) writeParameters();

function writeParameters(): void {
  const { bias, weights, threshold } = fitConfidence(fitted);
  const shipped = {
    bias: rounded(bias),
    weights: {
      strength: rounded(weights.strength),
      margin: rounded(weights.margin),
      unexplained: rounded(weights.unexplained),
      guessed: rounded(weights.guessed),
      specific: rounded(weights.specific),
    },
    threshold: rounded(threshold),
  };
  writeFileSync("data/language/confidence.json", `${JSON.stringify(shipped, null, 2)}\n`);
}

test("the shipped parameters are those of the judged questions", () => {
  const { bias, threshold } = fitConfidence(fitted);
  expect(lexicon.confidence.bias).toBeCloseTo(bias, 2);
  expect(lexicon.confidence.threshold).toBeCloseTo(threshold, 2);
});

test("on questions it was not fitted to, confidence is near the share that was read right", () => {
  const error = calibrationError(heldOut, (signs) => probabilityOf(lexicon.confidence, signs));
  expect(error).toBeLessThan(0.1);
});

test("a map that is always sure would be found out", () => {
  expect(calibrationError(heldOut, () => 0.95)).toBeGreaterThan(0.3);
});

test("most of what can't be answered is asked back, and little of what was read right", () => {
  const share = (outcome: Judged["outcome"]) => {
    const of = heldOut.filter((example) => example.outcome === outcome);
    const { threshold } = lexicon.confidence;
    const kept = of.filter(({ signs }) => probabilityOf(lexicon.confidence, signs) >= threshold);
    return kept.length / of.length;
  };
  expect(share("unanswerable")).toBeLessThan(0.25);
  expect(share("right")).toBeGreaterThan(0.9);
});

test.each(["show me everything", "what happened yesterday", "give me a report", "it is broken"])(
  "%j is asked back, with questions that would be understood",
  (question) => {
    const reading = reader.read(question, context);
    expect(reading.behaviour).toBe("clarify");
    expect(reading.suggestions.length).toBeGreaterThan(0);
  },
);
