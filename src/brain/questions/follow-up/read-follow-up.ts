import type { Reading } from "../../../contract/reading.ts";
import { isAnswered } from "../../../contract/reading-checks.ts";
import { type Annotated, annotate } from "../annotate/annotate.ts";
import type { Previous } from "../model/previous.ts";
import type { FleetContext, ReaderParts } from "../model/reader.ts";
import type { Token } from "../model/types.ts";
import { emptyReading } from "../reply/empty-reading.ts";
import { exampleQuestions } from "../reply/example-questions.ts";
import { scopeText } from "../reply/restate.ts";
import { askAgain } from "./ask-again.ts";
import { withoutOpeners } from "./complete-text.ts";
import type { Refining } from "./compose-facts.ts";
import { findAsk } from "./find-ask.ts";
import { findScope } from "./find-scope.ts";
import { beginsFollowUp, referencesIn } from "./phrases.ts";
import { refineFacts } from "./refine-facts.ts";
import { refinePath } from "./refine-path.ts";
import { namesKind, namesSubject } from "./subject-named.ts";

/** From this confidence on, a text that names its own subject is a question of its own. */
const sure = 0.5;
/** From this confidence on, a text without words of follow-ups is. */
const verySure = 0.7;

const refersBack = (parts: ReaderParts, tokens: Token[]): boolean =>
  referencesIn(tokens).length > 0 || countsAlone(parts, tokens);

/** "how many?" does not say of what. */
function countsAlone({ vocabulary }: ReaderParts, tokens: Token[]): boolean {
  const counts = vocabulary.book("count").at(tokens, 0);
  return counts !== null && tokens.slice(counts.end).every(({ kind }) => kind === "punctuation");
}

/** Whether a text is a question by itself: it names what it is about. */
function isOwnQuestion({ parts, before, own }: Refining, { tokens }: Annotated): boolean {
  if (own.behaviour === "decline" && own.confidence >= verySure)
    return !beginsFollowUp(tokens) || asksForChange(tokens);
  if (!isAnswered(own) || own.confidence < sure || refersBack(parts, tokens)) return false;
  const { vocabulary } = parts;
  const kind = vocabulary.kinds.get(own.tables[0] ?? "");
  if (kind && kind.id === before.tables[0])
    return namesKind(kind, tokens) && (asks(tokens) || !beginsFollowUp(tokens));
  if (before.path && /^(?:and|but|from|to|via|through|without|as)$/.test(tokens[0]?.lower ?? ""))
    return own.path === null && asks(tokens) && namesSubject(vocabulary, tokens);
  if (own.posture)
    return !beginsFollowUp(tokens) && own.confidence >= verySure && tokens.length > 3;
  if (namesSubject(vocabulary, tokens)) return !beginsFollowUp(tokens) || asks(tokens);
  // "what changed in /etc" names its subject by a path.
  const hasPath = tokens.some((token) => token.kind === "path");
  return !beginsFollowUp(tokens) && (hasPath || own.confidence >= verySure);
}

/** "and delete them" stays the refused request that it is by itself. */
const asksForChange = (tokens: Token[]): boolean =>
  /^(?:add|block|change|close|delete|disable|drop|enable|fix|install|kill|patch|reboot|remove|restart|rotate|set|shut|start|stop|terminate|uninstall|update|upgrade|write)$/.test(
    withoutOpeners(tokens)[0]?.lower ?? "",
  );

/** Whether a text, without the words that join it to another, begins as questions do. */
const asks = (tokens: Token[]): boolean =>
  /^(?:who|what|which|where|when|how|is|are|was|were|do|does|did|can|could|has|have|list|show|find|count|check|give|any)$/.test(
    withoutOpeners(tokens)[0]?.lower ?? "",
  );

/** The question before on other hosts; null for one that compares the hosts it names. */
function onHosts(
  before: Reading,
  { hosts, tags }: Pick<Reading, "hosts" | "tags">,
): Reading | null {
  const place = scopeText(before.hosts, before.tags);
  if (!before.text.includes(place)) return null;
  const parts = before.parts?.map((part) => onHosts(part, { hosts, tags })) ?? null;
  if (parts?.some((part) => part === null)) return null;
  return {
    ...before,
    hosts,
    tags,
    text: before.text.replaceAll(place, scopeText(hosts, tags)),
    parts: parts as Reading[] | null,
  };
}

function refine(refining: Refining, question: Annotated): Reading | null {
  const { before, parts, fleet } = refining;
  if (before.path) return refinePath(parts, question, before.path);
  const scope = findScope(parts, question, { before, fleet });
  const there = scope ? onHosts(before, scope) : null;
  const narrowed = refineFacts({ ...refining, before: there ?? before }, question.tokens);
  return narrowed ?? there ?? countedChecks(before, question.tokens);
}

/** The answer about checks says how many hosts fail them. */
function countedChecks(before: Reading, tokens: Token[]): Reading | null {
  const text = tokens.map(({ lower }) => lower).join(" ");
  const counts = /^(?:and )?how many(?: (?:hosts|machines|of them|are there|fail))* ?\??$/.test(
    text,
  );
  return counts && before.route[0] === "detections" ? before : null;
}

function askBack({ reading, query }: Previous): Reading {
  return {
    ...emptyReading(),
    behaviour: "clarify",
    text: `The follow-up can't be applied to "${query}", which was read as: ${reading.text} Ask a whole question, or name other hosts or conditions.`,
    suggestions: exampleQuestions,
  };
}

const nothingBefore = ({ query }: Previous): Reading => ({
  ...emptyReading(),
  behaviour: "clarify",
  text: `The question before, "${query}", was not answered, so there is nothing to refine. Ask a whole question.`,
  suggestions: exampleQuestions,
});

/** The reading of a text that refines an earlier question; null for a question of its own. */
export function readFollowUp(
  parts: ReaderParts,
  text: string,
  { context, previous, own }: { context: FleetContext; previous: Previous; own: Reading },
): Reading | null {
  const { previous: _, ...fleet } = context;
  const question = annotate(parts, text, fleet);
  const { tokens } = question;
  const isJoined = beginsFollowUp(tokens) || refersBack(parts, tokens);
  if (!isAnswered(previous.reading)) {
    const isPart = isJoined && !namesSubject(parts.vocabulary, tokens);
    return isPart || own.behaviour === "clarify" ? nothingBefore(previous) : null;
  }
  // What was considered for the question before says nothing about this one.
  const { alternatives, ignored, follow_up: asked, ...before } = previous.reading;
  const refining = { parts, before, own, fleet };
  const ask = findAsk(question);
  if (ask) return askAgain(refining, question, { ask, previous });
  if (isOwnQuestion(refining, question)) return null;
  const follow_up = { question: previous.query, asks: "refine" as const };
  const refined = refine(refining, question);
  if (refined) return { ...refined, follow_up };
  const isUnderstood = own.behaviour !== "clarify" && own.confidence >= sure;
  if (own.behaviour === "decline" || (isUnderstood && !isJoined)) return null;
  return { ...askBack(previous), ...(isJoined && { follow_up }) };
}
