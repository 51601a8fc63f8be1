import type { Reading } from "../../../contract/reading.ts";
import type { Ranked, ReaderParts, Vocabulary } from "../model/reader.ts";
import type { Draft, Kind, Topic, ValueType } from "../model/types.ts";
import { headKinds } from "./find-head.ts";

/** Scores below which a subject is only noise. */
const minKind = 2;
const minTopic = 4.5;
/** What a value of a fitting type adds to a kind's score. */
const taking = 0.8;
/** What it adds that a kind's own name is what is counted or what the question begins with. */
const heading = 2.5;
/** By how much a topic must beat the plain data to be what is asked. */
const decisive = 1.15;
/** A topic this near to the best belongs to the answer too. */
const nearTopic = 0.7;

/** What a question is about. */
export interface Choice {
  kind: Kind;
  /** Topics that the catalogue has detections for, best first. */
  topics: Topic[];
  route: Reading["route"];
  score: number;
  /** How far the best is ahead of the next, as a share of its score. */
  margin: number;
  /** A wording of the subject is in the question as it stands. */
  whole: boolean;
  /** A topic that is asked for and that no detection looks for. */
  uncovered: Topic | null;
}

const typesOf: Partial<Record<Draft["tokens"][number]["kind"], ValueType>> = {
  cidr: "address",
  address: "address",
  path: "path",
  version: "version",
  percent: "percent",
};

/** A kind that has a field for a path, an address, a program's name is likelier where one is given. */
function favourTakers(vocabulary: Vocabulary, ranks: Ranked[], { tokens }: Draft): Ranked[] {
  const named = tokens.some(({ lower }) => vocabulary.software.has(lower));
  const given = tokens.flatMap(({ kind }) => typesOf[kind] ?? []);
  const heads = headKinds(vocabulary, tokens);
  if (given.length === 0 && !named && heads.length === 0) return ranks;
  return ranks
    .map(({ id, score, whole }) => {
      const takes = vocabulary.kinds.get(id)?.takes;
      const fits = given.some((type) => takes?.[type]) ? taking : 0;
      const holdsNames = named && takes?.name && takes.name !== takes.account ? taking : 0;
      const isHead = heads.includes(id) ? heading : 0;
      return { id, score: score + fits + holdsNames + isHead, whole: whole ?? false };
    })
    .sort((a, b) => b.score - a.score);
}

function coveredTopics({ vocabulary, detections }: ReaderParts, ranked: Ranked[]): Topic[] {
  const best = ranked[0]?.score ?? 0;
  return ranked
    .filter(({ id, score }) => score >= minTopic && score >= best * nearTopic && detections.has(id))
    .slice(0, 5)
    .flatMap(({ id }) => vocabulary.topics.get(id) ?? []);
}

function routeOf(kindScore: number, topicScore: number): Reading["route"] {
  if (topicScore > kindScore * decisive) return ["detections"];
  return topicScore > kindScore * 0.8 ? ["facts", "detections"] : ["facts"];
}

/** Whether a question asks for rows of a kind, for a weakness, or both; null when for neither. */
export function chooseSubject(parts: ReaderParts, draft: Draft): Choice | null {
  const { vocabulary, detections } = parts;
  const [bestTopic, ...otherTopics] = vocabulary.topicRanker.rank(draft.tokens);
  const kinds = favourTakers(vocabulary, vocabulary.kindRanker.rank(draft.tokens), draft);
  const kindScore = kinds[0]?.score ?? 0;
  const strength = bestTopic && bestTopic.score >= minTopic ? bestTopic.score : 0;
  if (kindScore < minKind && strength === 0) return null;
  const topics = coveredTopics(parts, bestTopic ? [bestTopic, ...otherTopics] : []);
  const decided =
    strength > kindScore * decisive ? vocabulary.topics.get(bestTopic?.id ?? "") : null;
  const uncovered = decided && !detections.has(decided.id) ? decided : null;
  const route = routeOf(kindScore, topics.length > 0 ? strength : 0);
  const shownIn = uncovered ?? (route[0] === "detections" ? topics[0] : undefined);
  const kind =
    vocabulary.kinds.get(shownIn?.kind ?? "") ?? vocabulary.kinds.get(kinds[0]?.id ?? "");
  const score = Math.max(kindScore, strength);
  const next = strength > kindScore ? (otherTopics[0]?.score ?? 0) : (kinds[1]?.score ?? 0);
  const margin = Math.max(0, score - next) / score;
  const whole = (strength > kindScore ? bestTopic : kinds[0])?.whole ?? false;
  return kind ? { kind, topics, route, score, margin, whole, uncovered } : null;
}
