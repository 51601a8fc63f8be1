import type { Reading } from "../../../contract/reading.ts";
import { isAnswered } from "../../../contract/reading-checks.ts";
import { type Annotated, annotate } from "../annotate/annotate.ts";
import type { FleetContext, ReaderParts } from "../model/reader.ts";
import { emptyReading } from "../reply/empty-reading.ts";
import { scopeText } from "../reply/restate.ts";
import { contentStems } from "../text/content-stems.ts";
import { matchPhrases, type PhraseMatch, verbatimKey } from "./match-phrases.ts";
import { type ReadScope, readScope } from "./read-scope.ts";

/** How sure it is that who repeats a phrase means its detection. */
const sureness = 0.95;
const mostDetections = 5;

/**
 * The reading of a question that is a phrase of a detection to the letter, whatever the model makes
 * of its words; null for any other question.
 */
export function readVerbatim(
  parts: ReaderParts,
  question: string,
  { context, learned }: { context: FleetContext; learned: Reading },
): Reading | null {
  const detection = parts.byPhrase.get(verbatimKey(question));
  if (!detection || (learned.behaviour === "answer" && learned.detections[0] === detection.id))
    return null;
  const scope = readScope(parts.model, parts.vocabulary, annotate(parts, question, context));
  return phraseReading([{ detection, score: 1, ignored: [] }], scope, null);
}

/**
 * Adds detections that the model has not learned, such as an operator's own, to the reading of a
 * question that repeats one of their phrases. Such a phrase was written for its detection, so it
 * precedes what the model makes of the words. A question about security as a whole includes every
 * detection already, and a request to change something is refused unless it is a phrase itself.
 */
export function readPhrases(
  parts: ReaderParts,
  question: string,
  { context, own }: { context: FleetContext; own: Reading },
): Reading {
  if (parts.phrased.length === 0 || own.posture) return own;
  const annotated = annotate(parts, question, context);
  const scope = readScope(parts.model, parts.vocabulary, annotated);
  const matches = matchPhrases(parts.phrased, stemsBesidesScope(question, annotated, scope));
  const [best] = matches;
  if (!best || (best.score < 1 && own.behaviour === "decline")) return own;
  return phraseReading(matches.slice(0, mostDetections), scope, best.score < 1 ? own : null);
}

/** What a question is about, without the names of the hosts that it is asked of. */
function stemsBesidesScope(question: string, { tokens }: Annotated, { used }: ReadScope) {
  const stems = contentStems(question);
  for (const at of used) {
    for (const stem of contentStems(tokens[at]?.text ?? "")) stems.delete(stem);
  }
  return stems;
}

/** The reading that evaluates the matched detections, and those of `beside`. */
function phraseReading(
  matches: PhraseMatch[],
  { hosts, tags }: ReadScope,
  beside: Reading | null,
): Reading {
  const [{ score, ignored }] = matches as [PhraseMatch];
  const learned = beside && isAnswered(beside) ? beside.detections : [];
  const titles = matches.map(({ detection }) => `“${detection.title}”`).join(", ");
  return {
    ...emptyReading(),
    route: ["detections"],
    detections: [...new Set([...matches.map(({ detection }) => detection.id), ...learned])].slice(
      0,
      mostDetections,
    ),
    hosts,
    tags,
    confidence: Math.round(sureness * score * 100) / 100,
    text: `Checks for ${titles}, ${scopeText(hosts, tags)}.`,
    ...(ignored.length > 0 ? { ignored } : {}),
  };
}
