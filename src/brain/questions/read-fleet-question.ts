import type { Reading } from "../../contract/reading.ts";
import { signsOf } from "./confidence.ts";
import type { FleetContext, ReaderParts } from "./model/reader.ts";
import type { Aggregate, Draft, Filter, Kind, Span, TimeSpan } from "./model/types.ts";
import { emptyReading } from "./reply/empty-reading.ts";
import { restate } from "./reply/restate.ts";
import { suggestionsFor } from "./reply/suggest.ts";
import { compose } from "./sql/compose.ts";
import { fieldsNeeded, sourcesFor } from "./sql/sources-for.ts";
import { readAggregate } from "./stages/aggregates/read-aggregate.ts";
import { lackingHost } from "./stages/aggregates/read-compare.ts";
import { readTally } from "./stages/aggregates/read-tally.ts";
import { chooseSubject } from "./stages/choose-subject.ts";
import { readFilters } from "./stages/filters/read-filters.ts";
import { readAbsent } from "./stages/read-absent.ts";
import { readHosts } from "./stages/read-hosts.ts";
import { isDay, readTime } from "./stages/time/read-time.ts";

/** A duration that a kind uses as a condition ("up for more than 30 days"), not as a period. */
function durationFilter(kind: Kind, time: Span<TimeSpan> | null): Filter | null {
  const field = kind.takes.days;
  if (!field || !time?.value.seconds) return null;
  return {
    field,
    op: time.value.direction === "older" ? "gt" : "lt",
    value: Math.round((time.value.seconds / 86_400) * 100) / 100,
  };
}

/** For data with future dates (certificates), "within 30 days" means from now on. */
function windowFor(kind: Kind, time: Span<TimeSpan> | null): string | null {
  if (!time) return null;
  const { window, direction } = time.value;
  // "Jobs that run on Sunday" are no jobs of last Sunday.
  if (isDay(window) && !kind.timeField) return null;
  const length = /^\d+[mhdw]$/.test(window);
  return kind.ahead && direction === "within" && length ? `+${window}` : window;
}

/** Conditions, counts and rankings are answered by rows, in addition to detections. */
function withFacts(
  route: Reading["route"],
  filters: Filter[],
  { type }: Aggregate,
): Reading["route"] {
  const wantsRows = filters.length > 0 || ["count", "top_n", "group_by"].includes(type);
  return route.includes("facts") || !wantsRows ? route : [...route, "facts"];
}

/** "hosts that do not have X" looks for X: the lack is the question's, not the filter's. */
function affirmed(filter: Filter): Filter {
  const op = ({ ne: "eq", not_in: "in", not_contains: "contains" } as const)[filter.op as "ne"];
  return op ? { ...filter, op } : filter;
}

function notAnswerable(text: string): Reading {
  return {
    ...emptyReading(),
    behaviour: "not_answerable",
    text,
    confidence: 0.7,
    suggestions: suggestionsFor([]),
  };
}

/** The reading of a question about facts or weaknesses of the fleet; null if it is about neither. */
export function readFleetQuestion(
  parts: ReaderParts,
  draft: Draft,
  context: FleetContext,
): Reading | null {
  const { vocabulary } = parts;
  const time = readTime(vocabulary, draft);
  const { hosts, tags } = readHosts(vocabulary, draft, context);
  const placed = new Set(draft.claimed);
  const choice = chooseSubject(parts, draft);
  if (!choice) return null;
  const { kind, topics } = choice;
  const absent = readAbsent(vocabulary, draft, kind);
  const tally = readTally(vocabulary, draft, kind);
  const aggregate = readAggregate(vocabulary, draft, { kind, hosts, tally });
  const duration = durationFilter(kind, time);
  const read = [...(duration ? [duration] : []), ...readFilters(vocabulary, draft, kind)];
  const filters = [...(absent ? read.map(affirmed) : read), ...(tally ? [tally.filter] : [])];
  const lacking = aggregate.fn === "compare" ? lackingHost(vocabulary, draft.tokens, hosts) : null;
  // Rows under conditions may answer what no detection looks for; a bare listing does not.
  const plain = filters.length === 0 && ["none", "exists"].includes(aggregate.type);
  if (choice.uncovered && plain) {
    return notAnswerable(`No detection here looks for this yet: ${choice.uncovered.noun}.`);
  }
  const route = withFacts(choice.route, filters, aggregate);
  const window = duration ? null : windowFor(kind, time);
  const isFacts = route.includes("facts");
  const request = { kind, filters, aggregate, absent, lacking, window, now: context.now };
  const sources = sourcesFor(request);
  if (isFacts && sources.length === 0) {
    return notAnswerable(
      `No table provides this for ${kind.noun}: ${fieldsNeeded(request).join(", ")}.`,
    );
  }
  const statements = isFacts
    ? compose({ ...request, kind: { ...kind, sources } })
    : { sql: [], merge: null };
  const restated = { kind, filters, aggregate, absent, lacking, hosts, tags, window };
  return {
    ...emptyReading(),
    route,
    detections: topics.map(({ id }) => id),
    tables: [kind.id],
    filters,
    aggregate,
    absent,
    hosts,
    tags,
    time_window: window,
    sql: statements.sql,
    merge_sql: statements.merge,
    confidence: Math.round(parts.sure(signsOf(vocabulary, draft, { choice, placed })) * 100) / 100,
    text: restate({ ...restated, topics: isFacts ? [] : topics }),
  };
}
