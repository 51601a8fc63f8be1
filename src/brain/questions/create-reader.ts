import type { Reading } from "../../contract/reading.ts";
import { probabilityOf } from "./confidence.ts";
import { compileVocabulary } from "./lexicon/vocabulary.ts";
import type { FleetContext, Lexicon, ReaderParts } from "./model/reader.ts";
import type { DetectionPhrases, Topic } from "./model/types.ts";
import { readQuestion, readStatement } from "./read-question.ts";
import { createSpeller } from "./text/speller.ts";

export interface Reader {
  /** Never throws; the `behaviour` of the reading marks a question that isn't understood. */
  read(question: string, context: FleetContext): Reading;
}

/** Adds the catalogue's phrases to the topics; a detection without a topic becomes its own. */
function mergeTopics(topics: Topic[], detections: DetectionPhrases[]): Topic[] {
  const byId = new Map(detections.map((detection) => [detection.id, detection]));
  const known = new Set(topics.map(({ id }) => id));
  const merged = topics.map((topic) => ({
    ...topic,
    phrases: [...topic.phrases, ...(byId.get(topic.id)?.phrases ?? [])],
  }));
  const own = detections
    .filter(({ id }) => !known.has(id))
    .map(({ id, title, phrases, tables }) => ({
      id,
      noun: title,
      kind: tables[0] ?? "",
      phrases: [title, ...phrases],
      cues: [],
    }));
  return [...merged, ...own];
}

export interface ReaderKnowledge {
  lexicon: Lexicon;
  detections: DetectionPhrases[];
  /** The probability that a reading is right; by the lexicon's own calibration unless given. */
  sure?: ReaderParts["sure"];
}

/**
 * Creates a question reader from the vocabulary and the catalogue of detections. Both are compiled
 * at the first question in English, because that takes a tenth of a second, which other commands
 * shouldn't wait for.
 */
export function createReader(knowledge: ReaderKnowledge): Reader {
  let parts: ReaderParts | undefined;
  return {
    read(question, context) {
      const statement = readStatement(question);
      if (statement) return statement;
      parts ??= compile(knowledge);
      return readQuestion(parts, question, context);
    },
  };
}

function compile({
  lexicon,
  detections,
  sure = (signs) => probabilityOf(lexicon.confidence, signs),
}: ReaderKnowledge): ReaderParts {
  const vocabulary = compileVocabulary({
    ...lexicon,
    topics: mergeTopics(lexicon.topics, detections),
  });
  return {
    vocabulary,
    speller: {
      word: createSpeller(vocabulary.words),
      program: createSpeller(() => vocabulary.software),
    },
    detections: new Set(detections.map(({ id }) => id)),
    sure,
    threshold: lexicon.confidence.threshold,
  };
}
