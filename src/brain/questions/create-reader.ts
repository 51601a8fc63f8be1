import type { Reading } from "../../contract/reading.ts";
import { readFollowUp } from "./follow-up/read-follow-up.ts";
import { compileVocabulary } from "./lexicon/vocabulary.ts";
import type { FleetContext, Lexicon, ReaderParts } from "./model/reader.ts";
import type { DetectionPhrases } from "./model/types.ts";
import { readQuestion, readStatement } from "./read-question.ts";
import { byPhrase, phrasedDetection } from "./readings/match-phrases.ts";
import { readPhrases, readVerbatim } from "./readings/read-phrases.ts";
import { createSpeller } from "./text/speller.ts";
import type { ReaderModel } from "./weights/model.ts";

export interface Reader {
  /** Never throws; the `behaviour` of the reading marks a question that isn't understood. */
  read(question: string, context: FleetContext): Reading;
}

export interface ReaderKnowledge {
  lexicon: Lexicon;
  detections: DetectionPhrases[];
  /** Ids of detections that an operator added or replaced. */
  own?: ReadonlySet<string>;
  /** Reads what was learned; called at the first question in English. */
  loadModel(): ReaderModel;
}

/**
 * Creates a question reader from the vocabulary, the catalogue of detections and what was learned.
 * They are compiled at the first question in English, because that takes a tenth of a second, which
 * other commands shouldn't wait for.
 */
export function createReader(knowledge: ReaderKnowledge): Reader {
  let parts: ReaderParts | undefined;
  return {
    read(question, context) {
      const statement = readStatement(question);
      if (statement) return statement;
      parts ??= compile(knowledge);
      const learned = readQuestion(parts, question, context);
      const own =
        readVerbatim(parts, question, { context, learned }) ??
        readPhrases(parts, question, { context, own: learned });
      const { previous } = context;
      return (previous && readFollowUp(parts, question, { context, previous, own })) ?? own;
    },
  };
}

function compile({ lexicon, detections, own, loadModel }: ReaderKnowledge): ReaderParts {
  const vocabulary = compileVocabulary(lexicon);
  const model = loadModel();
  const learned = new Set(model.subjects.ids);
  return {
    vocabulary,
    speller: {
      word: createSpeller(vocabulary.words),
      program: createSpeller(() => vocabulary.software),
    },
    detections: new Set(detections.map(({ id }) => id)),
    byPhrase: byPhrase(detections),
    phrased: detections
      .filter(({ id }) => !learned.has(`d:${id}`) || own?.has(id))
      .map(phrasedDetection),
    model,
  };
}
