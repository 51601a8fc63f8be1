import { annotate } from "../../src/brain/questions/annotate/annotate.ts";
import type { ReaderParts } from "../../src/brain/questions/model/reader.ts";
import { bestReading, consider } from "../../src/brain/questions/read-question.ts";
import type { ReadingFeature } from "../../src/brain/questions/readings/candidate.ts";
import { surenessFeatures } from "../../src/brain/questions/readings/rank-candidates.ts";
import type { FeatureWeights } from "../../src/brain/questions/weights/choice.ts";
import type { ReaderModel, ReadingWeights } from "../../src/brain/questions/weights/model.ts";
import type { Reading } from "../../src/contract/reading.ts";
import type { BankQuestion, Writer } from "./bank.ts";
import { choicesOf, fixedConditions, type Lesson } from "./examples.ts";
import { learnChoices, learnSubjects, levels, randomFrom, shuffled, threshold } from "./learn.ts";
import { scoreQuestion } from "./scoring/score-question.ts";
import type { Training } from "./training.ts";

const subjectSettings = {
  epochs: 7,
  rate: 0.06,
  decay: 1e-5,
  least: 3,
  kept: 1_200_000,
  dropped: 0.3,
};
const choiceSettings = { bits: 23, epochs: 5, rate: 0.1, decay: 1e-5, kept: 950_000 };
/** A stem that more subjects than this have says little of any. */
const mostSubjects = 28;

/** Weights by which a reading is chosen before any are learned: the subject's probability alone. */
const untrained: ReadingWeights = { rank: { subject: 1 }, sure: { share: 1 } };

/** Stems that are of few subjects. */
function distinctiveStems(lessons: Lesson[]): Set<number> {
  const subjects = new Map<number, Set<string>>();
  const counts = new Map<number, number>();
  for (const {
    question,
    subjects: [subject = ""],
  } of lessons) {
    question.stems.forEach((stem, at) => {
      if (question.classes[at] !== null) return;
      const known = subjects.get(stem) ?? new Set();
      subjects.set(stem, known.add(subject));
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
    });
  }
  return new Set(
    [...subjects].flatMap(([stem, { size }]) =>
      size <= mostSubjects && (counts.get(stem) ?? 0) > 1 ? [stem] : [],
    ),
  );
}

/** The greatest weights as bytes; the scale leaves room for the greatest of them. */
function quantised(values: Float32Array, kept: number): FeatureWeights {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  const scale = most / levels;
  const least = threshold(values, kept);
  return {
    scale,
    values: Int8Array.from(values, (value) =>
      Math.abs(value) < least ? 0 : Math.round(value / scale),
    ),
  };
}

/** Learns subjects and decisions; whole readings are compared by subject alone. */
export function learnParts({ parts, subjects: ids, lessons }: Training): ReaderModel {
  const numbers = new Map(ids.map((id, at) => [id, at]));
  const subjects = learnSubjects(
    ids,
    lessons.map(({ features, subjects: right, weight }) => ({
      features,
      weight,
      right: right.map((id, at) => ({
        subject: numbers.get(id) ?? 0,
        share: right.length === 1 ? 1 : at === 0 ? 0.75 : 0.25 / (right.length - 1),
      })),
    })),
    subjectSettings,
  );
  const fixed = fixedConditions(parts, lessons);
  const examples = lessons.flatMap((lesson) => choicesOf(parts, lesson, fixed));
  const values = learnChoices(examples, choiceSettings);
  return {
    subjects,
    choices: quantised(values, choiceSettings.kept),
    fixed,
    words: parts.model.words,
    distinctive: distinctiveStems(lessons),
    readings: untrained,
  };
}

/** Scores at least this good answer the question. */
const right = 0.85;

export function scoreOf(question: BankQuestion, reading: Reading): number {
  if (question.broad === "posture") return Number(reading.posture === true);
  if (question.broad === "slow") return Number(isAboutLoad(reading));
  return scoreQuestion(question, { reading, answer: "" }).score;
}

const isAboutLoad = ({ parts }: Reading): boolean => parts !== null && parts.length > 3;

/** A question's candidates as learned without its writer, with how good each is. */
export interface Judged {
  options: Record<string, number>[];
  scores: number[];
}

export function judge(parts: ReaderParts, { fleet, questions }: Writer): Judged[] {
  return questions.map((question) => {
    const considered = consider(parts, annotate(parts, question.question, fleet));
    const readings = considered.candidates.map((candidate) =>
      bestReading(parts, { ...considered, candidates: [candidate] }, fleet.now),
    );
    return {
      options: considered.candidates.map(({ candidate }) => candidate.features),
      scores: readings.map((reading) => scoreOf(question, reading)),
    };
  });
}

type Named = Record<string, number>;

const dot = (weights: Named, features: Named) =>
  Object.entries(features).reduce((sum, [name, value]) => sum + value * (weights[name] ?? 0), 0);

/**
 * The features by which readings are compared, and the sign its weight may have: 1 only for a reading,
 * -1 only against it, 0 either. A feature that all readings of a question share says nothing.
 */
const compared: Partial<Record<ReadingFeature, -1 | 0 | 1>> = {
  subject: 1,
  table: 0,
  topic: 0,
  path: 0,
  broad: 0,
  refusal: 0,
  conditions: 1,
  leastCondition: 1,
  filters: 0,
  conditionsLeftOut: -1,
  pathMode: 1,
  pathPart: 1,
  openPath: -1,
  ignoredNames: -1,
  ignoredNumbers: -1,
  ignoredWords: -1,
  ignoredShare: -1,
  uncollected: -1,
};

const held = (weight: number, sign: -1 | 0 | 1) =>
  sign === 1 ? Math.max(0, weight) : sign === -1 ? Math.min(0, weight) : weight;

/** Learns which of several readings is best: softmax regression towards the best score. */
function learnRank(judged: Judged[]): Named {
  const weights: Named = { subject: 1 };
  const random = randomFrom(5);
  const useful = judged.filter(({ scores }) => Math.max(...scores) - Math.min(...scores) > 0.05);
  for (let epoch = 0; epoch < 40; epoch += 1) {
    const rate = 0.05 / (1 + epoch / 8);
    for (const { options, scores } of shuffled(useful, random)) {
      const powers = options.map((features) => Math.exp(dot(weights, features)));
      const sum = powers.reduce((total, one) => total + one, 0);
      const best = Math.max(...scores);
      const winners = scores.filter((score) => score > best - 0.01).length;
      options.forEach((features, at) => {
        const target = (scores[at] as number) > best - 0.01 ? 1 / winners : 0;
        const error = (powers[at] as number) / sum - target;
        for (const [name, value] of Object.entries(features)) {
          const sign = compared[name as ReadingFeature];
          if (sign === undefined) continue;
          const before = weights[name] ?? 0;
          weights[name] = held(before - rate * (error * value + 1e-4 * before), sign);
        }
      });
    }
  }
  return weights;
}

/** Learns how sure the best reading is: logistic regression on whether it is right. */
function learnSure(examples: { features: Named; isRight: boolean }[]): Named {
  const weights: Named = {};
  const random = randomFrom(3);
  for (let epoch = 0; epoch < 60; epoch += 1) {
    const rate = 0.05 / (1 + epoch / 6);
    for (const { features, isRight } of shuffled(examples, random)) {
      const error = 1 / (1 + Math.exp(-dot(weights, features))) - Number(isRight);
      for (const [name, value] of Object.entries(features)) {
        weights[name] = (weights[name] ?? 0) - rate * (error * value + 1e-4 * (weights[name] ?? 0));
      }
    }
  }
  return weights;
}

/** Learns to compare whole readings, from writers that their parts did not learn from. */
export function learnReadings(judged: Judged[]): ReadingWeights {
  const rank = learnRank(judged);
  const sure = learnSure(
    judged.map(({ options, scores }) => {
      const ranked = rankOptions(rank, options);
      return {
        features: surenessFeatures(ranked),
        isRight: (scores[ranked[0]?.at ?? 0] ?? 0) >= right,
      };
    }),
  );
  return { rank, sure };
}

function rankOptions(rank: Named, options: Named[]) {
  const powers = options.map((features) => Math.exp(dot(rank, features)));
  const sum = powers.reduce((total, one) => total + one, 0);
  return options
    .map((features, at) => ({
      at,
      share: (powers[at] as number) / sum,
      candidate: { features, id: groupOf(features) },
    }))
    .sort((a, b) => b.share - a.share);
}

/** The group of a candidate by its features, as its id begins. */
const groupOf = (features: Named): string =>
  features.table
    ? "t"
    : features.topic
      ? "d"
      : features.refusal
        ? "r"
        : features.path
          ? "path"
          : "posture";
