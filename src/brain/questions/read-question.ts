import type { Reading } from "../../contract/reading.ts";
import { type Annotated, annotate } from "./annotate/annotate.ts";
import { stripInjection } from "./annotate/strip-injection.ts";
import type { FleetContext, ReaderParts } from "./model/reader.ts";
import { composeReading } from "./readings/compose-reading.ts";
import { makeCandidates } from "./readings/make-candidates.ts";
import { probabilityOf, type RankedCandidate, rankCandidates } from "./readings/rank-candidates.ts";
import { readScope, type ReadScope } from "./readings/read-scope.ts";
import { readSql } from "./readings/read-sql.ts";
import { emptyReading } from "./reply/empty-reading.ts";
import { type RefusalClass, refusals } from "./reply/refusals.ts";
import { suggestionsFor } from "./reply/suggest.ts";
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
  return { ...emptyReading(), ...refusals[kind], confidence: 0.9, suggestions: suggestionsFor([]) };
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
export function consider(parts: ReaderParts, text: string, context: FleetContext): Considered {
  const question = annotate(parts, text, context);
  const { model, vocabulary } = parts;
  const subjects = rankSubjects(model.subjects, subjectFeatures(question));
  const scope = readScope(model, vocabulary, question);
  const made = makeCandidates(model, vocabulary, { question, ranked: subjects, scope });
  const candidates = rankCandidates(model.readings, made);
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
  const composing = { parts, ranked: subjects, scope, now, lacking: null };
  const reading = composeReading(composing, best.candidate);
  const ignored = best.candidate.ignored.map((at) => question.tokens[at]?.text ?? "");
  return {
    ...reading,
    confidence: Math.round(p * 100) / 100,
    ...(ignored.length > 0 ? { ignored } : {}),
  };
}

/** The reading of a question without the code appended to it, if it is a question by itself. */
function readBenignPart(parts: ReaderParts, benign: string, context: FleetContext): Reading {
  const considered = consider(parts, benign, context);
  const reading = bestReading(parts, considered, context.now);
  if (reading.behaviour !== "answer" || reading.confidence < 0.5) return refusal("code_injection");
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
  const considered = consider(parts, question, context);
  const { tokens } = considered.question;
  if (!tokens.some(({ kind }) => kind !== "punctuation")) return refusal("nonsense_or_empty");
  if (tokens.length > maxTokens) return refusal("overlong");
  return bestReading(parts, considered, context.now);
}
