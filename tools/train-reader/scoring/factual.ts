import type { BankQuestion, Expected } from "../bank.ts";
import { aggregateScore } from "./aggregates.ts";
import { align } from "./align.ts";
import { filterScore } from "./filters.ts";
import { hostScore, hostWords } from "./hosts.ts";
import { isFull, mean, unique, weigh } from "./lists.ts";
import type { NormalReading } from "./normal-reading.ts";
import { tableScores } from "./tables.ts";
import { plain } from "./values.ts";
import { sameWindow } from "./windows.ts";

/** The parts of a factual score and their weights. */
const weights = { tables: 0.35, filters: 0.25, time: 0.1, hosts: 0.15, aggregate: 0.15 };
type PartName = keyof typeof weights;
export type FactualParts = Record<PartName, number>;
const partNames = Object.keys(weights) as PartName[];

/** A question with its reading and the text of the answer. */
export interface Asked {
  question: BankQuestion;
  reading: NormalReading;
  answer: string;
}

/** The score of one question. */
export interface Outcome {
  score: number;
  /** Every part that counts is right. */
  pass: boolean;
  parts: Record<string, number>;
  primary?: number;
  set?: number;
  hit3?: number;
}

const antiJoin =
  /\bnot\s+exists\b|\bnot\s+in\s*\(\s*select\b|\bexcept\b|\bleft\s+(outer\s+)?join\b[\s\S]*\bis\s+null\b/i;

/** Whether both sides ask for the rows or both for their absence: the same filters select opposites. */
function absenceAgrees({ absent }: Expected, reading: NormalReading, yesNo: boolean): boolean {
  if (!absent) return yesNo || !reading.absent;
  return reading.absent ? reading.absent === absent : reading.sql.some((sql) => antiJoin.test(sql));
}

/** The scores of a reading's tables, filters, time, hosts and aggregate against a label. */
export function plainParts(
  { question, reading, answer }: Asked,
  expects: Expected,
  expectedCount?: number,
): FactualParts & { primary: number } {
  const { want, got, context } = align(question, expects, reading);
  const { primary, set } = tableScores(expects, reading.tables, expectedCount);
  const isAlternative = context.alternative !== null;
  return {
    primary,
    tables: expects.tables.length > 1 ? set : primary,
    filters: absenceAgrees(expects, reading, context.yesNo)
      ? filterScore(want.filters, got.filters, context)
      : 0,
    time: Number(sameWindow(want.window, got.window)),
    hosts: hostScore(want.hosts, got.hosts),
    aggregate: aggregateScore(expects, reading.aggregate, { answer, isAlternative }),
  };
}

/** The label of one part of a question, with what it shares with the whole. */
const labelOf = ({ hosts, tables_alt }: Expected, part: Partial<Expected>): Expected => ({
  tables: [],
  filters: [],
  time_window: null,
  aggregate: { type: "none", fields: [] },
  topics: [],
  path: null,
  hosts,
  tables_alt,
  ...part,
});

/** A reading without parts as the reading of one part, less the filters on other parts' tables. */
function readingFor(part: Expected, parts: Expected[], whole: NormalReading): NormalReading {
  const others = parts.flatMap(({ tables }) => tables);
  const foreign = new Set(others.filter((table) => !part.tables.includes(table)));
  const isOwn = ({ field }: { field: string }) => !foreign.has(plain(field).split(".")[0] ?? "");
  return { ...whole, filters: whole.filters.filter(isOwn) };
}

/** A part's reading, on the hosts of the whole where it names none. */
const onHostsOf = (part: NormalReading, { hosts, tags }: NormalReading): NormalReading =>
  hostWords(part.hosts, part.tags).size > 0 ? part : { ...part, hosts, tags };

const nothing: FactualParts = { tables: 0, filters: 0, time: 0, hosts: 0, aggregate: 0 };

/** Gives each part of the label the reading that suits it best of those still unused. */
function matchParts(asked: Asked, labels: Expected[]): FactualParts[] {
  const unused = asked.reading.parts.map((part) => onHostsOf(part, asked.reading));
  return labels.map((label) => {
    const scored = unused.map((reading) => plainParts({ ...asked, reading }, label));
    const values = scored.map((parts) => weigh(parts, weights));
    const best = values.indexOf(Math.max(...values));
    unused.splice(best, best < 0 ? 0 : 1);
    return scored[best] ?? nothing;
  });
}

/** The scores of each part of a question; a question that has none is its own only part. */
export function factualParts(asked: Asked): FactualParts[] {
  const { question, reading } = asked;
  const { expects } = question;
  if (!expects.parts) return [plainParts(asked, expects)];
  const labels = expects.parts.map((part) => labelOf(expects, part));
  if (reading.parts.length > 0) return matchParts(asked, labels);
  return labels.map((label) => {
    const own = readingFor(label, labels, reading);
    return plainParts({ ...asked, reading: own }, label, expects.tables.length);
  });
}

/** Whether each of the named parts is right in every part of the question. */
export const areFull = (all: FactualParts[], names: readonly PartName[] = partNames): boolean =>
  all.every((parts) => names.every((name) => isFull(parts[name])));

const meanPart = (all: FactualParts[], name: PartName) => mean(all.map((one) => one[name])) ?? 0;

/** Scores a question about facts: the mean of its parts, all of which have to be right to pass. */
export function scoreFactual(asked: Asked): Outcome {
  const { question, reading } = asked;
  const all = factualParts(asked);
  const tables = unique([...reading.tables, ...reading.parts.flatMap((part) => part.tables)]);
  return {
    score: mean(all.map((parts) => weigh(parts, weights))) ?? 0,
    pass: areFull(all),
    parts: Object.fromEntries(partNames.map((name) => [name, meanPart(all, name)])),
    ...tableScores(question.expects, tables),
  };
}
