import { expect, test } from "vitest";
import { parseDetections } from "../../../../../src/brain/detections/load-detections.ts";
import { createReader } from "../../../../../src/brain/questions/create-reader.ts";
import { context, lexicon, loadModel } from "../reader-under-test.ts";

const detections = parseDetections("data/detections");
const reader = createReader({ lexicon, detections, loadModel });

test.each(detections)("the title and every phrase of $id lead to it", ({ id, title, phrases }) => {
  const wrong = [title, ...phrases].filter((phrase) => {
    const reading = reader.read(phrase, context);
    const parts = [reading, ...(reading.parts ?? [])];
    return !parts.some(({ detections: [first] }) => first === id);
  });
  expect(wrong).toEqual([]);
});

test("case and punctuation make no difference", () => {
  const { id, phrases } = detections[0]!;
  const reading = reader.read(`${phrases[0]!.toUpperCase()}?!`, context);
  expect(reading.detections[0]).toBe(id);
});
