import type { Aggregate, Reading } from "../../contract/reading.ts";
import type { Kind } from "../questions/model/types.ts";
import { emptyReading } from "../questions/reply/empty-reading.ts";
import { restate } from "../questions/reply/restate.ts";
import { compose } from "../questions/sql/compose.ts";
import { sourcesFor } from "../questions/sql/sources-for.ts";
import { periodOf } from "../questions/sql/window.ts";
import { checkFilter, fieldOf } from "./check-filter.ts";
import type { Place } from "./check-place.ts";
import type { ModelFailure } from "./language-model.ts";
import { type FactsAnswer, invalidAnswer, type ModelAggregate } from "./model-answer.ts";

const defaultTop = 10;

/** A number is summed or averaged; anything can be counted. */
function canReduce(kind: Kind, { fn = "count", of }: ModelAggregate): boolean {
  if (fn === "count") return of === undefined;
  const field = of === undefined ? undefined : fieldOf(kind, of);
  if (!field) return false;
  return fn === "distinct" || ["number", "bytes", "percent", "days"].includes(field.type);
}

/** The aggregate of a reading; null if the kind can't be aggregated so. */
function checkAggregate(kind: Kind, said: ModelAggregate): Aggregate | null {
  const { type, fields = [], n, order, fn, of } = said;
  if (type === "top_n") {
    const isOfOne = fields.length === 1 && fieldOf(kind, fields[0] ?? "") !== undefined;
    return isOfOne ? { type, fields, n: n ?? defaultTop, order: order ?? "desc" } : null;
  }
  if (type !== "group_by") return fields.length === 0 ? { type, fields } : null;
  const areKnown = fields.every((field) => field === "host" || fieldOf(kind, field));
  if (!areKnown || fields.length === 0 || !canReduce(kind, said)) return null;
  return {
    type,
    fields,
    fn: fn ?? "count",
    ...(of !== undefined && { of }),
    ...(order && { order }),
    ...(n !== undefined && { n }),
  };
}

const windows =
  /^(?:>?\d{1,4}[mhdw]|today|yesterday|this_week|last_week|this_month|last_month|since:\d{4}-\d{2}-\d{2})$/;

function isWindow(kind: Kind, window: string, now: number): boolean {
  if (kind.timeField === null) return false;
  if (window === "since:boot") return !kind.ahead;
  if (kind.ahead && /^\+\d{1,4}[mhdw]$/.test(window)) return true;
  return windows.test(window) && periodOf(window, now) !== null;
}

const canLack = (kind: Kind, absent: FactsAnswer["absent"]) =>
  absent === undefined ||
  (kind.lackedBy.includes(absent) && (absent === "host" || kind.takes.account !== undefined));

/** What an answer about the rows of a kind asks for, if the kind has it all. */
function checkFacts(kind: Kind, answer: FactsAnswer, now: number) {
  const said = answer.filters ?? [];
  const filters = said
    .map((filter) => checkFilter(kind, filter))
    .filter((filter) => filter !== null);
  if (filters.length < said.length)
    return invalidAnswer(`it filters ${kind.id} by a field or a value that it does not have`);
  const aggregate = checkAggregate(kind, answer.aggregate ?? { type: "none" });
  if (!aggregate) return invalidAnswer(`${kind.id} can't be aggregated as it says`);
  if (!canLack(kind, answer.absent)) return invalidAnswer(`nothing is known to lack ${kind.id}`);
  const window = answer.time_window ?? null;
  if (window !== null && !isWindow(kind, window, now))
    return invalidAnswer(`${kind.id} has no such time window`);
  const request = { kind, filters, aggregate, absent: answer.absent ?? null, window, now };
  const sources = sourcesFor(request);
  if (sources.length === 0) return invalidAnswer(`no table has these fields of ${kind.id}`);
  return { ok: true as const, request: { ...request, kind: { ...kind, sources } } };
}

/** The reading of an answer about the rows of one kind; its SQL and its text are our own. */
export function factsReading(
  answer: FactsAnswer,
  kind: Kind | undefined,
  { place, now }: { place: Place; now: number },
): { ok: true; reading: Reading } | ModelFailure {
  if (!kind) return invalidAnswer("it names a kind of data that does not exist");
  const checked = checkFacts(kind, answer, now);
  if (!checked.ok) return checked;
  const { filters, aggregate, absent, window } = checked.request;
  const { sql, merge } = compose(checked.request);
  const restated = { kind, filters, aggregate, absent, window, ...place };
  const reading: Reading = {
    ...emptyReading(),
    ...place,
    route: ["facts"],
    tables: [kind.id],
    filters,
    aggregate,
    absent,
    time_window: window,
    sql,
    merge_sql: merge,
    text: restate({ ...restated, lacking: null, topics: [] }),
  };
  return { ok: true, reading };
}
