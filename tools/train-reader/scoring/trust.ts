import { sum } from "./lists.ts";
import { isAnswered } from "./normal-reading.ts";
import type { QuestionResult } from "./score-question.ts";

/** How far an answer can be trusted; null where there is none to judge. */
export interface Trust {
  /** The share of the questions that was answered. */
  coverage: number | null;
  /** The shares of the answered that were answered rightly, and that were read as another question. */
  right: number | null;
  wrong: number | null;
  /** The mean distance between the confidence and the share that is right. */
  calibration_error: number | null;
}

/** A reading this near to the label answers the question. */
const leastRight = 0.85;
/** One below this answers another question. */
const leastRelated = 0.5;
const bins = 10;

interface Sure {
  confidence: number;
  isRight: boolean;
}

function calibrationError(sure: Sure[]): number | null {
  if (sure.length === 0) return null;
  const binOf = ({ confidence }: Sure) => Math.min(bins - 1, Math.floor(confidence * bins));
  const gaps = Array.from({ length: bins }, (_, bin) => {
    const inBin = sure.filter((one) => binOf(one) === bin);
    return Math.abs(sum(inBin.map(({ confidence, isRight }) => confidence - Number(isRight))));
  });
  return sum(gaps) / sure.length;
}

const share = (part: unknown[], whole: unknown[]) =>
  whole.length > 0 ? part.length / whole.length : null;

/** Judges the answers to questions that should be answered. */
export function trustOf(inDomain: QuestionResult[]): Trust {
  const answered = inDomain.filter(
    ({ reading, missing, crash }) => !missing && !crash && isAnswered(reading),
  );
  const sure = answered.flatMap(({ reading: { confidence }, score }) =>
    typeof confidence === "number" ? [{ confidence, isRight: score >= leastRight }] : [],
  );
  return {
    coverage: share(answered, inDomain),
    right: share(
      answered.filter(({ score }) => score >= leastRight),
      answered,
    ),
    wrong: share(
      answered.filter(({ score }) => score < leastRelated),
      answered,
    ),
    calibration_error: calibrationError(sure),
  };
}
