import { join } from "node:path";
import { loadDetections } from "../../src/brain/detections/load-detections.ts";
import type { WordParts } from "../../src/brain/questions/annotate/annotate.ts";
import { loadLexicon } from "../../src/brain/questions/lexicon/load-lexicon.ts";
import { compileVocabulary } from "../../src/brain/questions/lexicon/vocabulary.ts";
import type { Lexicon, ReaderParts } from "../../src/brain/questions/model/reader.ts";
import type { DetectionPhrases } from "../../src/brain/questions/model/types.ts";
import { createSpeller } from "../../src/brain/questions/text/speller.ts";
import { loadBank, type Writer } from "./bank.ts";
import type { Lesson } from "./examples.ts";
import {
  bankLessons,
  broadWriters,
  countWords,
  lexiconLessons,
  readWordings,
  type WordingFile,
  wordingLessons,
} from "./lessons.ts";
import { predicateLessons } from "./predicate-lessons.ts";

/** A reader's parts before it has learned more than which words there are. */
export type TrainingParts = Omit<ReaderParts, "model"> & WordParts;

/** What a model is learned from. */
export interface Training {
  lexicon: Lexicon;
  detections: DetectionPhrases[];
  wordings: WordingFile[];
  writers: Writer[];
  parts: TrainingParts;
  lessons: Lesson[];
  /** Every subject there is, whoever asks about it. */
  subjects: string[];
}

function prepared(
  { lexicon, detections, wordings, subjects }: Omit<Training, "writers" | "parts" | "lessons">,
  writers: Writer[],
  base: Omit<TrainingParts, "model">,
): Training {
  const texts = [
    ...writers.flatMap(({ questions }) => questions.map(({ question }) => question)),
    ...wordings.flatMap(({ lines }) => lines.map(({ q }) => q)),
  ];
  const parts = { ...base, model: { words: countWords(texts) } };
  const asked = [
    ...bankLessons(parts, writers),
    ...wordings.flatMap((file) => wordingLessons(parts, file)),
  ];
  const lessons = [
    ...asked,
    ...lexiconLessons(parts, lexicon, detections),
    ...predicateLessons(parts, lexicon, asked),
  ];
  const known = subjects.length > 0 ? subjects : lessons.flatMap((lesson) => lesson.subjects);
  return {
    lexicon,
    detections,
    wordings,
    writers,
    parts,
    lessons,
    subjects: [...new Set(known)].sort(),
  };
}

/** Everything in `dataDir` that a reader learns from. */
export function loadTraining(dataDir: string): Training {
  const lexicon = loadLexicon(dataDir);
  const vocabulary = compileVocabulary(lexicon);
  const base = {
    vocabulary,
    speller: {
      word: createSpeller(vocabulary.words),
      program: createSpeller(() => vocabulary.software),
    },
    detections: new Set(lexicon.topics.map(({ id }) => id)),
    byPhrase: new Map(),
    phrased: [],
  };
  const detections = loadDetections(join(dataDir, "detections"));
  const wordings = readWordings(join(dataDir, "language", "wordings"));
  const writers = [...loadBank(dataDir), ...broadWriters(wordings)];
  return prepared({ lexicon, detections, wordings, subjects: [] }, writers, base);
}

/** The training without some writers, or with only a share of every file's lines (for learning curves). */
export function without(training: Training, held: string[], share = 1): Training {
  const some = <T>(items: T[]) => items.filter((_, at) => (at * 0.618_033_988_7) % 1 < share);
  const writers = training.writers
    .filter(({ name }) => !held.includes(name))
    .map((writer) => (share < 1 ? { ...writer, questions: some(writer.questions) } : writer));
  const wordings =
    share < 1
      ? training.wordings.map((file) => ({ ...file, lines: some(file.lines) }))
      : training.wordings;
  const { lexicon, detections, subjects, parts } = training;
  return prepared({ lexicon, detections, wordings, subjects }, writers, parts);
}
