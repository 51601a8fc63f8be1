import type { Reading } from "../../contract/reading.ts";
import type { FleetContext, ReaderParts } from "./model/reader.ts";
import type { Draft, Kind } from "./model/types.ts";
import { readFleetQuestion } from "./read-fleet-question.ts";
import { emptyReading } from "./reply/empty-reading.ts";
import { pathReading } from "./reply/path-reading.ts";
import { type RefusalClass, refusals } from "./reply/refusals.ts";
import { suggestionsFor } from "./reply/suggest.ts";
import { classifyRefusal } from "./stages/classify-refusal.ts";
import { markUnknown, splitCompounds } from "./stages/mark-unknown.ts";
import { readPath } from "./stages/path/read-path.ts";
import { readSql } from "./stages/read-sql.ts";
import { splitParts } from "./stages/split-parts.ts";
import { stripInjection } from "./stages/strip-injection.ts";
import { normalise } from "./text/normalise.ts";
import { tokenise } from "./text/tokenise.ts";

/** Above this many tokens a question is noise, or several pasted together. */
const maxTokens = 120;

/** The question's tokens, corrected and marked, none of them claimed yet. */
export function draftOf({ vocabulary, speller }: ReaderParts, text: string): Draft {
  const tokens = splitCompounds(vocabulary, tokenise(text));
  markUnknown(vocabulary, speller, tokens);
  return { tokens, claimed: new Set() };
}

function refusal(kind: RefusalClass, near: Kind[] = []): Reading {
  return {
    ...emptyReading(),
    ...refusals[kind],
    confidence: kind === "nonsense_or_empty" ? 0.2 : 0.9,
    suggestions: suggestionsFor(near),
  };
}

/** The kinds of data most similar to a question. */
function kindsNear({ vocabulary }: ReaderParts, { tokens }: Draft): Kind[] {
  return vocabulary.kindRanker
    .rank(tokens)
    .slice(0, 2)
    .filter(({ score }) => score > 3)
    .flatMap(({ id }) => vocabulary.kinds.get(id) ?? []);
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

/** Merges the readings of several questions in one; the first part with a scope sets it for all. */
function severalParts(readings: Reading[]): Reading | null {
  const [first] = readings;
  if (!first) return null;
  const scope = readings.find(({ hosts, tags }) => hosts.length + Object.keys(tags).length > 0);
  const parts = readings.map((part) => ({
    ...part,
    hosts: part.hosts.length > 0 ? part.hosts : (scope?.hosts ?? []),
    tags: Object.keys(part.tags).length > 0 ? part.tags : (scope?.tags ?? {}),
    parts: null,
  }));
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
  };
}

function readPlain(parts: ReaderParts, draft: Draft, context: FleetContext): Reading | null {
  const pieces = splitParts(parts.vocabulary, draft.tokens);
  if (pieces.length > 1) {
    const readings = pieces.map((tokens) =>
      readFleetQuestion(parts, { tokens, claimed: new Set() }, context),
    );
    const understood = readings.filter((reading) => reading !== null);
    const tables = new Set(understood.flatMap(({ tables }) => tables));
    if (understood.length === pieces.length && tables.size > 1) return severalParts(understood);
  }
  return readFleetQuestion(parts, draft, context);
}

/** The reading of a question without the code appended to it, if it is a question by itself. */
function readBenignPart(parts: ReaderParts, benign: string, context: FleetContext): Reading {
  const draft = draftOf(parts, benign);
  const reading = draft.tokens.length > 1 ? readPlain(parts, draft, context) : null;
  if (!reading || reading.confidence < parts.threshold) return refusal("code_injection");
  return {
    ...reading,
    behaviour: "answer_benign_part",
    text: `${reading.text} The rest of the input is code and was ignored.`,
  };
}

/** The reading of a question that is SQL itself; null for one in English. */
export function readStatement(question: string): Reading | null {
  const sql = readSql(question);
  return sql && (sql.kind === "query" ? sqlReading(sql.sql) : refusal("action_request"));
}

/** The reading of a question in English. */
export function readQuestion(parts: ReaderParts, question: string, context: FleetContext): Reading {
  const text = normalise(question);
  const draft = draftOf(parts, text);
  if (!draft.tokens.some(({ kind }) => kind !== "punctuation")) return refusal("nonsense_or_empty");
  const strength = parts.vocabulary.kindRanker.rank(draft.tokens)[0]?.score ?? 0;
  const topical = parts.vocabulary.topicRanker.rank(draft.tokens)[0]?.score ?? 0;
  const refused = classifyRefusal(parts.vocabulary, draft.tokens, Math.max(strength, topical));
  const benign = refused ? null : stripInjection(text);
  if (benign !== null) return readBenignPart(parts, benign, context);
  if (refused) return refusal(refused, kindsNear(parts, draft));
  if (draft.tokens.length > maxTokens) return refusal("overlong");
  const path = readPath(parts.vocabulary, draft, context);
  if (path) return pathReading(path, parts.detections);
  const reading = readPlain(parts, draft, context);
  return reading && reading.confidence >= parts.threshold
    ? reading
    : refusal("nonsense_or_empty", kindsNear(parts, draft));
}
