import type { Aggregate, Reading } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { ReaderParts } from "../model/reader.ts";
import type { Kind } from "../model/types.ts";
import { emptyReading } from "../reply/empty-reading.ts";
import { pathReading } from "../reply/path-reading.ts";
import { refusals } from "../reply/refusals.ts";
import { restate, scopeText } from "../reply/restate.ts";
import { compose } from "../sql/compose.ts";
import { comparedFields } from "../sql/groups.ts";
import { fieldsNeeded, sourcesFor } from "../sql/sources-for.ts";
import type { RankedSubject } from "../subjects/rank-subjects.ts";
import type { Candidate } from "./candidate.ts";
import { lackingHost } from "./lacking-host.ts";
import type { Facts } from "./read-facts.ts";
import type { ReadScope } from "./read-scope.ts";
import { unknownNames } from "./unknown-names.ts";

/** A subject at least this likely, as a share of the best, is answered beside it. */
const companion = 0.25;
/** A detection on the very data that is asked for is answered too, where the wording hints at it. */
const hinted = 0.08;
/** Detections less likely than this share of the best are about something else. */
const related = 0.03;
const mostDetections = 5;

export interface Composing {
  parts: ReaderParts;
  ranked: RankedSubject[];
  scope: ReadScope;
  now: number;
  question: Annotated;
}

function notAnswerable(text: string): Reading {
  return { ...emptyReading(), behaviour: "not_answerable", text };
}

/** Topics of the catalogue, likeliest first, that are near the best of the subjects. */
function topicsNear({ parts, ranked }: Composing, least: number) {
  return ranked
    .filter(({ id, p }) => id.startsWith("d:") && p >= least)
    .flatMap(({ id }) => parts.vocabulary.topics.get(id.slice(2)) ?? [])
    .filter(({ id }) => parts.detections.has(id))
    .slice(0, mostDetections);
}

/** "what web-1 has and db-1 has not" compares what the rows are called. */
const comparison = ({ kind, aggregate }: Facts): Aggregate => ({
  type: "group_by",
  fields: comparedFields({ kind, aggregate }),
  fn: "compare",
});

/** The reading about the rows of a kind; detections nearer than `p` are answered beside it. */
export function factsReading(composing: Composing, facts: Facts, p: number): Reading {
  const { scope, now, parts, question } = composing;
  const { kind, filters, absent, time_window: window } = facts;
  const lacking = lackingHost(parts.vocabulary, question.tokens, scope.hosts);
  const aggregate = lacking === null ? facts.aggregate : comparison(facts);
  const { exceptions } = facts;
  const request = { kind, filters, aggregate, absent, exceptions, lacking, window, now };
  const sources = sourcesFor(request);
  if (sources.length === 0) {
    const needed = fieldsNeeded(request).join(", ");
    return notAnswerable(`No table provides this for ${kind.noun}: ${needed}.`);
  }
  const likely = new Set(topicsNear(composing, p * companion));
  const topics = topicsNear(composing, p * hinted).filter(
    (topic) => topic.kind === kind.id || likely.has(topic),
  );
  const unknown = unknownNames(kind, filters, question.fleet);
  const { sql, merge } = compose({ ...request, kind: { ...kind, sources } });
  return {
    ...emptyReading(),
    route: topics.length > 0 ? ["facts", "detections"] : ["facts"],
    detections: topics.map(({ id }) => id),
    tables: [kind.id],
    filters,
    aggregate,
    absent,
    hosts: scope.hosts,
    tags: scope.tags,
    time_window: window,
    sql,
    merge_sql: merge,
    ...(exceptions ? { exceptions } : {}),
    ...(unknown.length > 0 ? { unknown_names: unknown } : {}),
    text: restate({
      kind,
      filters,
      aggregate,
      absent,
      exceptions,
      lacking,
      hosts: scope.hosts,
      tags: scope.tags,
      window,
      topics: [],
    }),
  };
}

function topicReading(
  composing: Composing,
  { candidate, kind, noun }: { candidate: Candidate; kind: Kind | null; noun: string },
): Reading {
  const { scope, ranked, parts } = composing;
  const id = candidate.id.slice(2);
  if (!parts.detections.has(id)) {
    return notAnswerable(`No detection here looks for this yet: ${noun}.`);
  }
  const p = ranked.find((one) => one.id === candidate.id)?.p ?? 0;
  const own = parts.vocabulary.topics.get(id);
  const others = topicsNear(composing, p * related).filter((topic) => topic.id !== id);
  const topics = [...(own ? [own] : []), ...others].slice(0, mostDetections);
  return {
    ...emptyReading(),
    route: ["detections"],
    detections: topics.map((topic) => topic.id),
    tables: kind ? [kind.id] : [],
    hosts: scope.hosts,
    tags: scope.tags,
    time_window: candidate.timeWindow,
    text: restate({
      kind,
      topics,
      filters: [],
      aggregate: { type: "none", fields: [] },
      absent: null,
      lacking: null,
      hosts: scope.hosts,
      tags: scope.tags,
      window: candidate.timeWindow,
    }),
  };
}

/** The reading that a candidate stands for; its confidence is for the caller to set. */
export function composeReading(composing: Composing, candidate: Candidate): Reading {
  const { subject } = candidate;
  const { parts, ranked } = composing;
  switch (subject.type) {
    case "facts": {
      const p = ranked.find(({ id }) => id === candidate.id)?.p ?? 0;
      return factsReading(composing, subject.facts, p);
    }
    case "topic":
      return topicReading(composing, { candidate, kind: subject.kind, noun: subject.topic.noun });
    case "path":
      return pathReading(subject.path, parts.detections);
    case "refusal":
      return { ...emptyReading(), ...refusals[subject.refusal] };
    case "posture":
      return postureReading(composing);
    case "slow":
      return slowReading(composing);
  }
}

function postureReading({ scope }: Composing): Reading {
  const { hosts, tags } = scope;
  return {
    ...emptyReading(),
    route: ["detections"],
    posture: true,
    hosts,
    tags,
    text: `Every check of the catalogue, ${scopeText(hosts, tags)}.`,
  };
}

/** The kinds of data that show why a host is slow, and by which field their rows rank. */
const loads: [kind: string, field: string | null][] = [
  ["load_average", null],
  ["memory_info", null],
  ["mounts", "percent_used"],
  ["processes", "cpu_percent"],
  ["processes", "resident_size"],
];

function slowReading(composing: Composing): Reading {
  const { parts, scope } = composing;
  const readings = loads.flatMap(([id, field]) => {
    const kind = parts.vocabulary.kinds.get(id);
    if (!kind) return [];
    const facts: Facts = {
      kind,
      filters: [],
      aggregate: field
        ? { type: "top_n", fields: [field], n: 5, order: "desc" }
        : { type: "none", fields: [] },
      absent: null,
      time_window: null,
      used: new Set(),
      leftOut: [],
      sureness: { conditions: 0, least: 1, aggregate: 1, absence: 1, window: 1 },
    };
    return [factsReading({ ...composing, ranked: [] }, facts, 1)];
  });
  return {
    ...emptyReading(),
    route: ["facts"],
    tables: [...new Set(readings.flatMap(({ tables }) => tables))],
    hosts: scope.hosts,
    tags: scope.tags,
    text: `Load, memory, disks and the busiest processes, ${scopeText(scope.hosts, scope.tags)}.`,
    parts: readings,
  };
}
