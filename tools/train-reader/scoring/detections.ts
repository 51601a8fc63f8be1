import type { Expected } from "../bank.ts";
import { type Asked, type Outcome, plainParts } from "./factual.ts";
import { isFull } from "./lists.ts";

interface Hits {
  hit1: number;
  hit3: number;
}

/** The share of the topics among as many detections and three more. */
function shareFound(topics: string[], detections: string[]): number {
  const first = detections.slice(0, topics.length + 3);
  return topics.filter((topic) => first.includes(topic)).length / topics.length;
}

function topicHits({ topics, topics_alt = [], topics_mode }: Expected, detections: string[]): Hits {
  if (topics_mode === "all") {
    const found = shareFound(topics, detections);
    return { hit1: found, hit3: found };
  }
  const [first = ""] = detections;
  const hit1 = topics.includes(first) ? 1 : topics_alt.includes(first) ? 0.5 : 0;
  const isFair = (id: string) => topics.includes(id) || topics_alt.includes(id);
  return { hit1, hit3: Number(detections.slice(0, 3).some(isFair)) };
}

/** Scores a question about weaknesses by its first detection; hosts and time have to be right to pass. */
export function scoreDetection(asked: Asked): Outcome {
  const { question, reading } = asked;
  const { expects } = question;
  const { primary, filters, time, hosts } = plainParts(asked, expects);
  // Without filters the label does not say which rows the topic means: a plain table earns nothing.
  const isPlainTable =
    reading.detections.length === 0 &&
    expects.filters.length > 0 &&
    primary === 1 &&
    isFull(filters);
  const { hit1, hit3 } = isPlainTable
    ? { hit1: 0.5, hit3: 1 }
    : topicHits(expects, reading.detections);
  return {
    score: hit1,
    pass: [hit1, hosts, time].every(isFull),
    hit3,
    primary,
    parts: { time, hosts },
  };
}
