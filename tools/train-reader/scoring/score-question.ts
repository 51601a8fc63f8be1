import type { Reading } from "../../../src/contract/reading.ts";
import type { BankQuestion } from "../bank.ts";
import { scoreDetection } from "./detections.ts";
import { type Asked, type Outcome, scoreFactual } from "./factual.ts";
import { hardFailures } from "./hard-failures.ts";
import { asList } from "./lists.ts";
import { isAnswered, kindOf, type NormalReading, normaliseReading } from "./normal-reading.ts";
import { scorePath } from "./paths.ts";
import { scoreRefusal } from "./refusals.ts";

/** How a question was read and answered, or why it was not. */
export interface ScoreRecord {
  reading?: Reading;
  answer?: string;
  crash?: string;
}

export interface QuestionResult extends Outcome {
  id: string;
  kind: BankQuestion["kind"];
  kindGot: BankQuestion["kind"] | null;
  kindRight: boolean;
  /** There is no record. */
  missing: boolean;
  crash: string | null;
  /** Failures that are counted apart, with a target of none. */
  hard: string[];
  question: BankQuestion;
  reading: NormalReading;
}

const unscored: Outcome = { score: 0, pass: false, parts: {}, primary: 0, set: 0, hit3: 0 };

function outcomeOf(asked: Asked, hard: string[]): Outcome {
  switch (asked.question.kind) {
    case "factual":
      return scoreFactual(asked);
    case "detection":
      return scoreDetection(asked);
    case "path":
      return scorePath(asked);
    case "refuse":
      return scoreRefusal(asked, hard);
  }
}

/** Whether the kind is right; an accepted answer to a question to refuse is no mistake about it. */
function isKindRight({ question, reading }: Asked, kindGot: string | null): boolean {
  const { kind, expects } = question;
  const kinds: (string | null)[] = [kind, ...asList(expects.kind_alt)];
  const acceptable: (string | null)[] = expects.refusal?.acceptable ?? [];
  return kinds.includes(kindGot) || acceptable.includes(reading.behaviour);
}

/** Scores how one question was read; an in-domain question that is refused or not read scores 0. */
export function scoreQuestion(
  question: BankQuestion,
  record: ScoreRecord | undefined,
): QuestionResult {
  const { id, kind } = question;
  const reading = normaliseReading(record?.reading);
  const asked = { question, reading, answer: String(record?.answer ?? "") };
  const crash = record?.crash ?? null;
  const hard = hardFailures(asked, crash);
  const isRead = record !== undefined && !crash;
  const kindGot = isRead ? kindOf(reading) : null;
  const isScored = isRead && (kind === "refuse" || isAnswered(reading));
  return {
    id,
    kind,
    kindGot,
    kindRight: isKindRight(asked, kindGot),
    missing: !record,
    crash,
    hard,
    ...(isScored ? outcomeOf(asked, hard) : unscored),
    question,
    reading,
  };
}
