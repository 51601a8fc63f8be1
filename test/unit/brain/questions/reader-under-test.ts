import { readFileSync } from "node:fs";
import { createReader, type Reader } from "../../../../src/brain/questions/create-reader.ts";
import { loadLexicon } from "../../../../src/brain/questions/lexicon/load-lexicon.ts";
import type { DetectionPhrases } from "../../../../src/brain/questions/model/types.ts";
import { decodeModel } from "../../../../src/brain/questions/weights/model-file.ts";

export const lexicon = loadLexicon("data");

/** A catalogue with a detection for every topic. */
export const everyDetection: DetectionPhrases[] = lexicon.topics.map(({ id, noun, kind }) => ({
  id,
  title: noun,
  phrases: [],
  tables: [kind],
}));

/** The shipped model. */
export const loadModel = () => decodeModel(readFileSync("data/reader.model"));

export const reader: Reader = createReader({
  lexicon,
  detections: everyDetection,
  loadModel,
});

export const context = { hosts: ["web-1"], tags: [], now: Date.UTC(2026, 10, 20, 12) };
