import type { Alternative, Reading } from "../../contract/reading.ts";
import { isAnswered } from "../../contract/reading-checks.ts";
import { type Annotated, annotate } from "./annotate/annotate.ts";
import { stripInjection } from "./annotate/strip-injection.ts";
import type { FleetContext, ReaderParts } from "./model/reader.ts";
import { composeReading } from "./readings/compose-reading.ts";
import { makeCandidates } from "./readings/make-candidates.ts";
import {
  narrowFirst,
  probabilityOf,
  type RankedCandidate,
  rankCandidates,
} from "./readings/rank-candidates.ts";
import { type ReadScope, readScope } from "./readings/read-scope.ts";
import { readSql } from "./readings/read-sql.ts";
import { splitQuestion } from "./readings/split-question.ts";
import { whyPreferred } from "./readings/why-preferred.ts";
import { emptyReading } from "./reply/empty-reading.ts";
import { exampleQuestions } from "./reply/example-questions.ts";
import { phraseQuestion } from "./reply/phrase-question.ts";
import { type RefusalClass, refusals } from "./reply/refusals.ts";
import { type RankedSubject, rankSubjects } from "./subjects/rank-subjects.ts";
import { subjectFeatures } from "./subjects/subject-features.ts";
import { normalise } from "./text/normalise.ts";

/** A question with all of its readings, best first. */
export interface Considered {
  question: Annotated;
  subjects: RankedSubject[];
  scope: ReadScope;
  candidates: RankedCandidate[];
  /** The probability that the best reading is right. */
  p: number;
}

/** Above this many tokens a question is noise, or several pasted together. */
const maxTokens = 150;

function refusal(kind: RefusalClass): Reading {
  return { ...emptyReading(), ...refusals[kind], confidence: 0.9, suggestions: exampleQuestions };
}

function sqlReading(sql: string): Reading {
  return {
    ...emptyReading(),
    route: ["facts"],
    text: "The SQL statement as written, on all hosts.",
    confidence: 1,
    sql: [sql],
  };
}

/** The reading of a question that is SQL itself; null for one in English. */
export function readStatement(question: string): Reading | null {
  const sql = readSql(question);
  return sql && (sql.kind === "query" ? sqlReading(sql.sql) : refusal("action_request"));
}

/** Everything a question may mean. */
export function consider(parts: ReaderParts, question: Annotated): Considered {
  const { model, vocabulary } = parts;
  const subjects = rankSubjects(model.subjects, subjectFeatures(question));
  const scope = readScope(model, vocabulary, question);
  const made = makeCandidates(model, vocabulary, { question, ranked: subjects, scope });
  const candidates = narrowFirst(rankCandidates(model.readings, made));
  return { question, subjects, scope, candidates, p: probabilityOf(model.readings, candidates) };
}

/** The best reading, whatever its probability. */
export function bestReading(
  parts: ReaderParts,
  { subjects, scope, candidates, p, question }: Considered,
  now: number,
): Reading {
  const [best] = candidates;
  if (!best) return refusal("nonsense_or_empty");
  const composing = { parts, ranked: subjects, scope, now, question };
  const reading = composeReading(composing, best.candidate);
  const ignored = best.candidate.ignored.map((at) => question.tokens[at]?.text ?? "");
  return {
    ...reading,
    confidence: Math.round(p * 100) / 100,
    ...(ignored.length > 0 ? { ignored } : {}),
  };
}

/** Readings less likely than this, as a share, were hardly considered. */
const leastShare = 0.02;

/** The readings that were considered beside the best, and why they were not chosen. */
function alternativesTo(
  parts: ReaderParts,
  { subjects, scope, question, candidates: [best, ...others] }: Considered,
  now: number,
): Alternative[] {
  if (!best) return [];
  return others
    .filter(({ share }) => share >= leastShare)
    .map((other) => ({
      text: composeReading({ parts, ranked: subjects, scope, now, question }, other.candidate).text,
      probability: Math.round(other.share * 100) / 100,
      because: whyPreferred(parts.model.readings, best, other),
    }));
}

/** Questions in plain words for the readings that were considered, each checked to be read so. */
function suggested(parts: ReaderParts, considered: Considered, context: FleetContext): string[] {
  const { candidates } = considered;
  const questions = candidates.flatMap((candidate) => {
    const meant = bestReading(parts, { ...considered, candidates: [candidate] }, context.now);
    if (meant.behaviour !== "answer") return [];
    const question = phraseQuestion(parts.vocabulary, meant);
    if (question === null) return [];
    const asked = annotate(parts, question, context);
    const read = bestReading(parts, consider(parts, asked), context.now);
    const isSame =
      read.behaviour === "answer" &&
      read.tables[0] === meant.tables[0] &&
      read.detections[0] === meant.detections[0] &&
      read.confidence >= leastSure;
    return isSame ? [question] : [];
  });
  return [...new Set(questions)].slice(0, 3);
}

/** Below this probability the reader asks what is meant instead of answering. */
const leastSure = 0.3;

/** A few words of which one is unknown are hardly a question about everything: "any lenovos?". */
const isHardlyBroad = ({ posture }: Reading, { tokens }: Annotated): boolean =>
  posture === true && tokens.length <= 4 && tokens.some(({ unknown }) => unknown);

/** What is said instead of an answer that would probably be the answer to another question. */
function askBack(parts: ReaderParts, considered: Considered, context: FleetContext): Reading {
  const reading = bestReading(parts, considered, context.now);
  const questions = suggested(parts, considered, context);
  return {
    ...emptyReading(),
    ...refusals.nonsense_or_empty,
    ...(questions.length > 0
      ? { text: "The question may mean several things. Ask one of these." }
      : {}),
    confidence: reading.confidence,
    suggestions: questions.length > 0 ? questions : exampleQuestions,
    ...(reading.ignored ? { ignored: reading.ignored } : {}),
  };
}

/** Merges the readings of two questions in one; the part with a scope sets it for both. */
function twoParts(readings: Reading[]): Reading | null {
  const [first] = readings;
  if (!first) return null;
  const scope = readings.find(({ hosts, tags }) => hosts.length + Object.keys(tags).length > 0);
  const parts = readings.map(({ ignored: _, ...part }) => ({
    ...part,
    hosts: part.hosts.length > 0 ? part.hosts : (scope?.hosts ?? []),
    tags: Object.keys(part.tags).length > 0 ? part.tags : (scope?.tags ?? {}),
    parts: null,
  }));
  const ignored = readings.flatMap((part) => part.ignored ?? []);
  return {
    ...first,
    tables: [...new Set(parts.flatMap(({ tables }) => tables))],
    detections: [...new Set(parts.flatMap(({ detections }) => detections))].slice(0, 10),
    route: [...new Set(parts.flatMap(({ route }) => route))],
    hosts: scope?.hosts ?? [],
    tags: scope?.tags ?? {},
    confidence: Math.min(...parts.map(({ confidence }) => confidence)),
    text: parts.map(({ text }) => text).join(" "),
    sql: [],
    merge_sql: null,
    parts,
    ...(ignored.length > 0 ? { ignored } : {}),
  };
}

/** The reading of a text as two questions; null where it is rather one. */
function readParts(parts: ReaderParts, whole: Considered, context: FleetContext): Reading | null {
  const pieces = splitQuestion(parts.vocabulary, whole.question);
  if (!pieces) return null;
  const read = pieces.map((piece) =>
    bestReading(parts, consider(parts, annotate(parts, piece, context)), context.now),
  );
  const isPlain = read.every(
    ({ behaviour, confidence, path, parts: inner }) =>
      behaviour === "answer" && confidence >= leastSure && !path && !inner,
  );
  const tables = new Set(read.flatMap((reading) => reading.tables));
  return isPlain && tables.size > 1 ? twoParts(read) : null;
}

/** The reading of a question without the code appended to it, if it is a question by itself. */
function readBenignPart(parts: ReaderParts, benign: string, context: FleetContext): Reading {
  const considered = consider(parts, annotate(parts, benign, context));
  const reading = bestReading(parts, considered, context.now);
  if (reading.behaviour !== "answer" || reading.confidence < leastSure)
    return refusal("code_injection");
  return {
    ...reading,
    behaviour: "answer_benign_part",
    text: `${reading.text} The rest of the input is code and was ignored.`,
  };
}

/** The reading of a question in English. */
export function readQuestion(parts: ReaderParts, question: string, context: FleetContext): Reading {
  const text = normalise(question);
  const benign = stripInjection(text);
  if (benign !== null) return readBenignPart(parts, benign, context);
  const annotated = annotate(parts, question, context);
  const { tokens } = annotated;
  if (!tokens.some(({ kind }) => kind !== "punctuation")) return refusal("nonsense_or_empty");
  if (tokens.length > maxTokens) return refusal("overlong");
  const considered = consider(parts, annotated);
  const reading =
    readParts(parts, considered, context) ?? bestReading(parts, considered, context.now);
  const isSure = reading.confidence >= leastSure && !isHardlyBroad(reading, annotated);
  if (isAnswered(reading) && !isSure) {
    return askBack(parts, considered, context);
  }
  const alternatives = alternativesTo(parts, considered, context.now);
  return {
    ...reading,
    ...(isAnswered(reading) ? {} : { suggestions: exampleQuestions }),
    ...(alternatives.length > 0 ? { alternatives } : {}),
  };
}
