import type { Aggregate, Reading } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import { absenceOptions } from "../decisions/absence.ts";
import { type FieldPlaces, fieldPlaces } from "../decisions/field-words.ts";
import type { Wording } from "../decisions/fixed-condition.ts";
import { windowOptions } from "../decisions/window.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Kind } from "../model/types.ts";
import { placesIn } from "../text/places.ts";
import { choose } from "../weights/choice.ts";
import type { ReaderModel } from "../weights/model.ts";
import { exceptionsTo } from "./every-row.ts";
import { denialsIn, deniedOnce, deniedTogether, isOfHosts, leftOver } from "./left-over.ts";
import { readAggregate } from "./read-aggregate.ts";
import { readConditions } from "./read-conditions.ts";

/** A reading about the rows of one kind. */
export interface Facts
  extends Pick<Reading, "filters" | "aggregate" | "absent" | "exceptions" | "time_window"> {
  kind: Kind;
  /** Tokens that something in the reading accounts for. */
  used: Set<number>;
  /** Tokens that state a condition which the reading leaves out. */
  leftOut: number[];
  /** How sure its decisions are. */
  sureness: {
    conditions: number;
    least: number;
    aggregate: number;
    absence: number;
    window: number;
  };
}

/** Tokens that name a field of the kind: the answer shows it. */
const saidFields = (places: FieldPlaces): number[] => [...places.values()].flat().flatMap(placesIn);

/** The window among the times that a question mentions, and the tokens that say it. */
export function readWindow(
  model: ReaderModel,
  question: Annotated,
  about: { kind: Kind | null; subject: string },
): { window: string | null; used: number[]; p: number } {
  let least = 1;
  for (const span of question.times) {
    const { value, p } = choose(model.choices, windowOptions(question, span, about));
    least = Math.min(least, p);
    if (value === null) continue;
    return { window: value, used: placesIn(span), p: least };
  }
  return { window: null, used: [], p: least };
}

/** "how many cores": the rows have that number, so they are not to be counted. */
function isOwnNumber(
  vocabulary: Vocabulary,
  { tokens }: Annotated,
  { kind, places }: { kind: Kind; places: FieldPlaces },
): boolean {
  const counted = vocabulary.book("count").all(tokens);
  return [...places].some(
    ([field, spans]) =>
      kind.fields[field]?.type === "number" &&
      spans.some(({ start }) => counted.some(({ end }) => start >= end && start <= end + 1)),
  );
}

/** The likeliest reading about the rows of `kind`. */
export function readFacts(
  model: ReaderModel,
  vocabulary: Vocabulary,
  question: Annotated,
  { kind, wording, scoped }: { kind: Kind; wording: Wording; scoped: ReadonlySet<number> },
): Facts {
  const places = fieldPlaces(kind, question.tokens);
  const time = readWindow(model, question, { kind, subject: `t:${kind.id}` });
  const taken = new Set([...scoped, ...time.used]);
  const context = { kind, places, wording, taken };
  const conditions = readConditions(model, vocabulary, question, context);
  const isCounted = conditions.filters.some(({ field }) => field === "count");
  const aggregate = readAggregate(model, vocabulary, question, { ...context, isCounted });
  const absence = choose(model.choices, absenceOptions(vocabulary, question, { wording, kind }));
  const together = deniedTogether(question, kind, conditions.filters);
  const absent = together ? "host" : absence.value;
  const asked = {
    filters: together ?? (absent ? deniedOnce(question, conditions.filters) : conditions.filters),
    aggregate:
      aggregate.shape === "count" && isOwnNumber(vocabulary, question, context)
        ? ({ type: "none", fields: [] } satisfies Aggregate)
        : aggregate.aggregate,
    absent,
  };
  const { stated } = conditions;
  const { used, leftOut, ...answered } = exceptionsTo(asked, {
    vocabulary,
    question,
    kind,
    stated,
  });
  const accounted = new Set([
    ...taken,
    ...used,
    ...conditions.used,
    ...aggregate.used,
    ...saidFields(places),
  ]);
  const facts = { ...answered, kind, time_window: time.window };
  const isStated = conditions.filters.every((filter) => stated.has(filter));
  const denials = denialsIn(vocabulary, question, { facts, isStated, used: accounted });
  const isDenied = denials.some((at) => isOfHosts(vocabulary, question, at));
  const lacking = isDenied && kind.lackedBy.includes("host") && facts.aggregate.type === "none";
  return {
    ...facts,
    ...(lacking ? { absent: "host" } : {}),
    leftOut: [
      ...conditions.leftOut.filter((at) => !aggregate.used.includes(at)),
      ...leftOut,
      ...(lacking ? [] : denials),
      ...leftOver(vocabulary, question, { facts, isStated, used: accounted }),
    ],
    used: accounted,
    sureness: {
      conditions: conditions.meanLogP,
      least: conditions.least,
      aggregate: aggregate.p,
      absence: absence.p,
      window: time.p,
    },
  };
}
