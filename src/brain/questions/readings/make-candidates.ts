import type { PathMode } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import { negationsIn } from "../decisions/around.ts";
import { type Wording, wordingOf } from "../decisions/fixed-condition.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Topic } from "../model/types.ts";
import { readPath } from "../paths/read-path.ts";
import type { RefusalClass } from "../reply/refusals.ts";
import { sourcesFor } from "../sql/sources-for.ts";
import type { RankedSubject } from "../subjects/rank-subjects.ts";
import { contentStems } from "../text/content-stems.ts";
import { placesIn } from "../text/places.ts";
import type { ReaderModel } from "../weights/model.ts";
import type { Candidate, ReadingFeatures, Subject } from "./candidate.ts";
import { ignoredTokens } from "./ignored.ts";
import { type Facts, readFacts, readWindow } from "./read-facts.ts";
import type { ReadScope } from "./read-scope.ts";

/** Subjects that are read to the end: the likeliest, while they are likely at all. */
const most = 4;
const leastP = 0.01;
/** What is refused is probably to be refused. */
const leastRefusal = 0.3;

interface Context {
  model: ReaderModel;
  vocabulary: Vocabulary;
  question: Annotated;
  wording: Wording;
  scope: ReadScope;
}

interface Draft {
  subject: Subject;
  timeWindow: string | null;
  used: Set<number>;
  /** Tokens that state a condition which the reading leaves out. */
  leftOut: number[];
  features: ReadingFeatures;
}

/** Path questions that may be about the estate as a whole. */
const endless: ReadonlySet<PathMode> = new Set(["rank", "choke_point", "count", "all"]);

const logOf = (p: number) => Math.log(Math.max(p, 1e-6));

function factsDraft(facts: Facts): Draft {
  const { conditions, least, aggregate, absence, window } = facts.sureness;
  const request = { ...facts, window: facts.time_window, now: 0 };
  return {
    subject: { type: "facts", facts },
    timeWindow: facts.time_window,
    used: facts.used,
    leftOut: facts.leftOut,
    features: {
      table: 1,
      conditions: 5 * conditions,
      leastCondition: logOf(least),
      filters: Math.min(facts.filters.length, 4),
      conditionsLeftOut: Math.min(facts.leftOut.length, 3),
      aggregate: logOf(aggregate),
      absence: logOf(absence),
      window: logOf(window),
      uncollected: sourcesFor(request).length === 0 ? 1 : 0,
    },
  };
}

const topicStems = new WeakMap<Topic, ReadonlySet<string>>();

/** The tokens that are words of the topic's own wordings. */
function wordsOfTopic({ tokens, classes }: Annotated, topic: Topic): number[] {
  const { noun, phrases, cues } = topic;
  const stems = topicStems.get(topic) ?? contentStems([noun, ...phrases, ...cues].join(" "));
  topicStems.set(topic, stems);
  return tokens.flatMap(({ stem }, at) => (classes[at] === null && stems.has(stem) ? [at] : []));
}

function topicDraft({ model, vocabulary, question, scope }: Context, id: string): Draft | null {
  const topic = vocabulary.topics.get(id);
  if (!topic) return null;
  const kind = vocabulary.kinds.get(topic.kind) ?? null;
  const time = readWindow(model, question, { kind, subject: `d:${id}` });
  return {
    subject: { type: "topic", topic, kind },
    timeWindow: time.window,
    used: new Set([...scope.used, ...time.used, ...wordsOfTopic(question, topic)]),
    leftOut: [],
    features: { topic: 1, window: logOf(time.p) },
  };
}

/** "who can not reach db-1": there is no answer with those who can't. */
function deniedReach({ tokens }: Annotated, mode: PathMode): number[] {
  if (mode !== "reach" && mode !== "inbound") return [];
  return tokens.flatMap(({ lower }, at) =>
    at > 0 && /^(?:not|cannot|never)$/.test(lower) && tokens[0]?.lower !== "why" ? [at] : [],
  );
}

function pathDraft({ model, vocabulary, question, wording }: Context): Draft {
  const { path, used, leftOut, sureness } = readPath(model, question, wording);
  // "our crown jewels" names an end, though it is whatever matters.
  const isNamed = vocabulary
    .book("people")
    .all(question.tokens)
    .some(({ value }) => value === "any");
  const isOpen = path.from.kind === "any" && path.to.kind === "any" && !isNamed;
  const needsEnd = !endless.has(path.mode);
  return {
    subject: { type: "path", path },
    timeWindow: null,
    used,
    leftOut: [...leftOut, ...deniedReach(question, path.mode)],
    features: {
      path: 1,
      pathMode: logOf(sureness.mode),
      pathPart: logOf(sureness.least),
      openPath: isOpen && needsEnd ? 1 : 0,
    },
  };
}

function draftOf(reading: Context, id: string): Draft | null {
  const { model, vocabulary, question, wording, scope } = reading;
  const used = new Set(scope.used);
  const plain = { timeWindow: null, used, leftOut: [] };
  if (id === "path") return pathDraft(reading);
  if (id === "posture" || id === "slow") {
    return { ...plain, subject: { type: id }, features: { broad: 1 } };
  }
  const [group, name = ""] = id.split(":");
  if (group === "r") {
    return {
      ...plain,
      subject: { type: "refusal", refusal: name as RefusalClass },
      features: { refusal: 1 },
    };
  }
  if (group === "d") return topicDraft(reading, name);
  const kind = vocabulary.kinds.get(name);
  if (!kind) return null;
  const facts = readFacts(model, vocabulary, question, { kind, wording, scoped: scope.used });
  return factsDraft(facts);
}

/** The subjects to read to the end, the likeliest first; the likeliest of all that is not refused is always among them. */
const likely = (ranked: RankedSubject[]): RankedSubject[] =>
  ranked
    .filter(({ id, p }) => !id.startsWith("r:") || p >= leastRefusal)
    .filter(({ p }, at) => at === 0 || (at < most && p >= leastP));

/** Whole readings of the likeliest subjects, in their order. */
export function makeCandidates(
  model: ReaderModel,
  vocabulary: Vocabulary,
  { question, ranked, scope }: { question: Annotated; ranked: RankedSubject[]; scope: ReadScope },
): Candidate[] {
  const reading = { model, vocabulary, question, wording: wordingOf(question), scope };
  const { tokens } = question;
  const unknown = tokens.filter((token) => token.unknown).length;
  const { comparisons, versions } = vocabulary;
  const operators = [comparisons, versions].flatMap((book) => book.all(tokens)).flatMap(placesIn);
  const comparing = [...operators, ...negationsIn(question)];
  return likely(ranked).flatMap(({ id, p }, at) => {
    const draft = draftOf(reading, id);
    if (!draft) return [];
    const ignored = ignoredTokens(model, question, {
      id,
      used: new Set([...draft.used, ...comparing]),
    });
    const leftOver = [...ignored.names, ...ignored.numbers, ...ignored.words, ...draft.leftOut];
    const next = ranked.find((other) => other.id !== id)?.p ?? 0;
    const features: ReadingFeatures = {
      ...draft.features,
      subject: logOf(p),
      lead: logOf(p) - logOf(next),
      first: at === 0 ? 1 : 0,
      scope: logOf(scope.least),
      ignoredNames: Math.min(ignored.names.length, 3),
      ignoredNumbers: Math.min(ignored.numbers.length, 3),
      ignoredWords: Math.min(ignored.words.length, 5),
      ignoredShare: ignored.words.length / Math.max(1, tokens.length),
      unknownWords: unknown / Math.max(1, tokens.length),
      short: tokens.length <= 3 ? 1 : 0,
      long: tokens.length > 20 ? 1 : 0,
    };
    return [
      {
        id,
        subject: draft.subject,
        timeWindow: draft.timeWindow,
        ignored: [...new Set(leftOver)].sort((a, b) => a - b),
        features,
      },
    ];
  });
}
