import type { BankQuestion, Expected } from "../bank.ts";
import { hostWords } from "./hosts.ts";
import { asList, mean, unique } from "./lists.ts";
import { pathWeights } from "./paths.ts";
import { type QuestionResult, type ScoreRecord, scoreQuestion } from "./score-question.ts";
import { type Trust, trustOf } from "./trust.ts";

/** A mean over `n` questions; null over none. */
interface Mean {
  score: number | null;
  n: number;
}

interface Tally extends Mean {
  strict_pass: number | null;
}

interface KindTally extends Tally {
  hit3?: number | null;
  primary_hit?: number | null;
  parts?: Record<string, Mean>;
}

interface WrongRefusals {
  rate: number | null;
  count: number;
  n: number;
}

/** The figures of a set of questions. */
export interface Summary {
  questions: number;
  missing: string[];
  crashes: number;
  macro_mean: number | null;
  kinds: Record<BankQuestion["kind"], KindTally>;
  kind_right: number | null;
  wrong_refusals: WrongRefusals & { trap: WrongRefusals };
  clarified: number;
  trust: Trust;
  hard_failures: { id: string; what: string[] }[];
  slices: { difficulty: Record<string, Tally>; style: Record<string, Tally> };
}

type Results = QuestionResult[];

/** Whether a label asks for something: the easy empty ones stay out of a part's mean. */
const asks: Record<string, (expects: Partial<Expected>) => boolean> = {
  filters: ({ filters = [] }) => filters.length > 0,
  time: ({ time_window }) => Boolean(time_window),
  hosts: ({ hosts }) => hostWords(hosts?.names, hosts?.tags).size > 0,
  aggregate: ({ aggregate }) => aggregate?.type !== "none",
};

function partMean(results: Results, name: string): Mean {
  const isAsked = asks[name] ?? (() => true);
  const asked = results.filter(({ question: { expects } }) =>
    [expects, ...asList(expects.parts)].some(isAsked),
  );
  return { score: mean(asked.map(({ parts }) => parts[name] ?? 0)), n: asked.length };
}

const partMeans = (results: Results, names: string[]): Record<string, Mean> =>
  Object.fromEntries(names.map((name) => [name, partMean(results, name)]));

const average = (results: Results, figure: (result: QuestionResult) => number | boolean) =>
  mean(results.map((result) => Number(figure(result))));

const tally = (results: Results): Tally => ({
  n: results.length,
  score: average(results, ({ score }) => score),
  strict_pass: average(results, ({ pass }) => pass),
});

const primaryHit = (results: Results) => average(results, ({ primary = 0 }) => primary);

function factualTally(results: Results): KindTally {
  const several = results.filter(({ question }) => question.expects.tables.length > 1);
  const set = { score: average(several, (result) => result.set ?? 0), n: several.length };
  return {
    ...tally(results),
    primary_hit: primaryHit(results),
    parts: { set, ...partMeans(results, Object.keys(asks)) },
  };
}

const detectionTally = (results: Results): KindTally => ({
  ...tally(results),
  hit3: average(results, ({ hit3 = 0 }) => hit3),
  primary_hit: primaryHit(results),
  parts: partMeans(results, ["time", "hosts"]),
});

function kindTallies(results: Results): Summary["kinds"] {
  const of = (kind: string) => results.filter((result) => result.kind === kind);
  const paths = of("path");
  return {
    factual: factualTally(of("factual")),
    detection: detectionTally(of("detection")),
    path: { ...tally(paths), parts: partMeans(paths, Object.keys(pathWeights)) },
    refuse: tally(of("refuse")),
  };
}

const stylesOf = ({ question }: QuestionResult) => question.style;
const difficultyOf = ({ question }: QuestionResult) => [String(question.difficulty)];

function slicesBy(results: Results, labelsOf: (result: QuestionResult) => string[]) {
  const labels = unique(results.flatMap(labelsOf)).sort();
  const sliceOf = (label: string) => results.filter((result) => labelsOf(result).includes(label));
  return Object.fromEntries(labels.map((label) => [label, tally(sliceOf(label))]));
}

function wrongRefusals(results: Results): WrongRefusals {
  const wrong = results.filter(
    ({ reading: { behaviour } }) => behaviour === "decline" || behaviour === "not_answerable",
  );
  const n = results.length;
  return { rate: n > 0 ? wrong.length / n : null, count: wrong.length, n };
}

/** The figures of questions that were scored. */
export function summarise(results: Results): Summary {
  const inDomain = results.filter(({ kind }) => kind !== "refuse");
  const traps = inDomain.filter((result) => stylesOf(result).includes("trap"));
  const kinds = kindTallies(results);
  const scores = Object.values(kinds).flatMap(({ score }) => score ?? []);
  return {
    questions: results.length,
    missing: results.filter(({ missing }) => missing).map(({ id }) => id),
    crashes: results.filter(({ crash }) => crash).length,
    macro_mean: mean(scores),
    kinds,
    kind_right: average(results, ({ kindRight }) => kindRight),
    wrong_refusals: { ...wrongRefusals(inDomain), trap: wrongRefusals(traps) },
    clarified: inDomain.filter(({ reading }) => reading.behaviour === "clarify").length,
    trust: trustOf(inDomain),
    hard_failures: results.flatMap(({ id, hard }) => (hard.length > 0 ? [{ id, what: hard }] : [])),
    slices: {
      difficulty: slicesBy(results, difficultyOf),
      style: slicesBy(results, stylesOf),
    },
  };
}

/** Scores how a set of questions was read, by the questions' ids. */
export function scoreSet(
  questions: BankQuestion[],
  records: ReadonlyMap<string, ScoreRecord>,
): { summary: Summary; results: QuestionResult[] } {
  const results = questions.map((question) => scoreQuestion(question, records.get(question.id)));
  return { summary: summarise(results), results };
}
