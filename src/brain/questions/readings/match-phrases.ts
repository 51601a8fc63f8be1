import { editDistance } from "../../../core/text/edit-distance.ts";
import type { DetectionPhrases, PhrasedDetection } from "../model/types.ts";
import { contentStems } from "../text/content-stems.ts";
import { normalise } from "../text/normalise.ts";
import { tokenise } from "../text/tokenise.ts";

export interface PhraseMatch {
  detection: PhrasedDetection;
  /** 1 if phrase and question have the same stems, otherwise the share that they have in common. */
  score: number;
  /** Stems of the question that the phrase lacks. */
  ignored: string[];
}

/** Below this share a question is about something else: one word of five may differ. */
const leastScore = 0.8;
/** Shorter words are other words when a letter differs. */
const mendable = 5;

export const phrasedDetection = ({ id, title, phrases }: DetectionPhrases): PhrasedDetection => ({
  id,
  title,
  phrases: [...phrases, title, id.replaceAll("_", " ")].map(contentStems),
});

/** A text's words in their order, without case and punctuation. */
export const verbatimKey = (text: string): string =>
  tokenise(normalise(text))
    .filter(({ kind }) => kind !== "punctuation")
    .map(({ lower }) => lower)
    .join(" ");

/** The detections by each of their phrases and their title. */
export const byPhrase = (detections: DetectionPhrases[]): Map<string, PhrasedDetection> =>
  new Map(
    detections.flatMap((detection) => {
      const phrased = phrasedDetection(detection);
      return [detection.title, ...detection.phrases].map(
        (phrase) => [verbatimKey(phrase), phrased] as const,
      );
    }),
  );

/** The detections whose phrases a question repeats, best first. */
export function matchPhrases(
  detections: PhrasedDetection[],
  question: ReadonlySet<string>,
): PhraseMatch[] {
  return detections
    .flatMap((detection) => {
      const matches = detection.phrases.map((phrase) => compare(phrase, question));
      const best = matches.reduce((a, b) => (b.score > a.score ? b : a));
      return best.score < leastScore ? [] : [{ detection, ...best }];
    })
    .sort((a, b) => b.score - a.score);
}

function compare(phrase: ReadonlySet<string>, question: ReadonlySet<string>) {
  const ignored = [...question].filter((word) => !has(phrase, word));
  const common = question.size - ignored.length;
  const score = common === 0 ? 0 : (2 * common) / (phrase.size + question.size);
  return { score: Math.min(1, score), ignored };
}

const has = (phrase: ReadonlySet<string>, word: string): boolean =>
  phrase.has(word) || (word.length >= mendable && [...phrase].some((other) => isSlip(other, word)));

const isSlip = (a: string, b: string) => a.length >= mendable && editDistance(a, b, 1) <= 1;
