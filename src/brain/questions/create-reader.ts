import type { Tags } from "../../contract/common.ts";
import type { Reading } from "../../contract/reading.ts";
import { probabilityOf, type Signs } from "./confidence.ts";
import { compileVocabulary, type Vocabulary } from "./lexicon/vocabulary.ts";
import type { DetectionPhrases, Lexicon, Topic } from "./model/types.ts";
import { readQuestion, readStatement } from "./read-question.ts";
import { createSpeller, type Spellers } from "./text/speller.ts";

/** What is known of the estate when a question is read. */
export interface ReadingContext {
  /** Host names of the estate. */
  hosts: string[];
  /** The tags of its hosts. */
  tags: Tags[];
  /** Milliseconds since the epoch. */
  now: number;
}

export interface Reader {
  /** Never throws; what isn't understood says so in its `behaviour`. */
  read(question: string, context: ReadingContext): Reading;
}

export interface ReaderParts {
  vocabulary: Vocabulary;
  speller: Spellers;
  /** Topics that the catalogue has a detection for. */
  detections: ReadonlySet<string>;
  /** How sure a reading with such signs is. */
  sure(signs: Signs): number;
  /** Below this a question is asked back rather than guessed at. */
  threshold: number;
}

/** The catalogue's own phrases are added to the topics'; a detection of no topic is one by itself. */
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
  /** How sure a reading is; from the lexicon's own calibration unless given. */
  sure?: ReaderParts["sure"];
}

/**
 * Makes a reader of questions from the vocabulary and the catalogue of detections. They are made
 * ready for the first question in English: that takes a tenth of a second, which a command that
 * asks none shouldn't wait for.
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
