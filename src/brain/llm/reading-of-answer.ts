import type { PathEnd, Reading } from "../../contract/reading.ts";
import { checkOneSelect } from "../../core/check-one-select.ts";
import type { Evaluator } from "../ports/services.ts";
import { readSql } from "../questions/readings/read-sql.ts";
import { emptyReading } from "../questions/reply/empty-reading.ts";
import { pathReading } from "../questions/reply/path-reading.ts";
import { restate, scopeText } from "../questions/reply/restate.ts";
import { list } from "../text/wording.ts";
import { areKnownTags, checkPlace, knownHost, type Place } from "./check-place.ts";
import { factsReading } from "./facts-reading.ts";
import type { Estate, Knowledge } from "./knowledge.ts";
import { type ModelFailure, modelFailure } from "./language-model.ts";
import {
  type DetectionsAnswer,
  invalidAnswer,
  type ModelAnswer,
  type PathAnswer,
  type SqlAnswer,
} from "./model-answer.ts";

type Outcome = { ok: true; reading: Reading } | ModelFailure;

export interface AnswerContext {
  knowledge: Knowledge;
  estate: Estate;
  evaluator: Pick<Evaluator, "tablesRead">;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The reading that a model's answer stands for, if all it names exists and its SQL can be prepared. */
export async function readingOfAnswer(
  answer: ModelAnswer,
  context: AnswerContext,
): Promise<Outcome> {
  const outcome = await composeAnswer(answer, context);
  if (!outcome.ok) return outcome;
  const { reading } = outcome;
  const tables = await Promise.all(reading.sql.map((sql) => context.evaluator.tablesRead(sql)));
  // Of alternative sources, some may have no table.
  const sql = reading.sql.filter((_, at) => tables[at] !== null);
  if (sql.length === 0 && reading.sql.length > 0) return invalidAnswer("its SQL can't be prepared");
  return { ok: true, reading: { ...reading, sql } };
}

async function composeAnswer(answer: ModelAnswer, context: AnswerContext): Promise<Outcome> {
  const { knowledge, estate, now } = context;
  if (answer.type === "unknown") return modelFailure("it found no reading of the question");
  if (answer.type === "path") return readPath(answer, context);
  const checked = checkPlace(answer, estate);
  if (!checked.ok) return checked;
  const { place } = checked;
  switch (answer.type) {
    case "facts":
      return factsReading(answer, knowledge.kinds.get(answer.kind), { place, now });
    case "detections":
      return readDetections(answer, place, knowledge);
    case "sql":
      return readStatement(answer, place, context);
  }
}

function readDetections(
  { detections }: DetectionsAnswer,
  place: Place,
  { topics: known }: Knowledge,
): Outcome {
  const topics = detections.flatMap((id) => known.get(id) ?? []);
  if (topics.length < detections.length)
    return invalidAnswer("it names a detection that does not exist");
  const asked = { kind: null, filters: [], absent: null, lacking: null, window: null, ...place };
  const reading: Reading = {
    ...emptyReading(),
    ...place,
    route: ["detections"],
    detections,
    text: restate({ ...asked, topics, aggregate: { type: "none", fields: [] } }),
  };
  return { ok: true, reading };
}

/** The end with the estate's own host names; null if a host or a tag does not exist. */
function checkEnd(end: PathEnd, estate: Estate): PathEnd | null {
  if (end.tags && !areKnownTags(estate, end.tags)) return null;
  const named = end.kind === "host" ? end.name : end.host;
  if (named === undefined) return end;
  const host = knownHost(estate, named);
  if (host === undefined) return null;
  return end.kind === "host" ? { ...end, name: host } : { ...end, host };
}

function readPath({ type: _, ...said }: PathAnswer, { estate, knowledge }: AnswerContext): Outcome {
  const from = checkEnd(said.from, estate);
  const to = checkEnd(said.to, estate);
  if (!from || !to) return invalidAnswer("it names a host or tags that do not exist");
  const known = new Set(knowledge.topics.keys());
  return { ok: true, reading: pathReading({ ...said, from, to }, known) };
}

async function readStatement(
  { sql: said }: SqlAnswer,
  place: Place,
  { evaluator }: AnswerContext,
): Promise<Outcome> {
  const question = readSql(said);
  if (question?.kind !== "query" || !checkOneSelect(question.sql).ok)
    return invalidAnswer("its SQL is not one SELECT");
  const tables = await evaluator.tablesRead(question.sql);
  if (!tables || tables.length === 0) return invalidAnswer("its SQL can't be prepared");
  const reading: Reading = {
    ...emptyReading(),
    ...place,
    route: ["facts"],
    sql: [question.sql],
    text: `An SQL statement over ${list(tables, 5)}, ${scopeText(place.hosts, place.tags)}.`,
  };
  return { ok: true, reading };
}
