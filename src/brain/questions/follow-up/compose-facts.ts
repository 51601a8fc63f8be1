import type { Aggregate, Reading } from "../../../contract/reading.ts";
import { annotate } from "../annotate/annotate.ts";
import type { FleetContext, ReaderParts } from "../model/reader.ts";
import type { Kind } from "../model/types.ts";
import { factsReading } from "../readings/compose-reading.ts";
import type { Facts } from "../readings/read-facts.ts";

export interface Refining {
  parts: ReaderParts;
  /** The reading of the question before. */
  before: Reading;
  /** The reading of the follow-up by itself. */
  own: Reading;
  fleet: FleetContext;
}

/** More rows than an agent sends for one statement, so that it says when there are more. */
export const everyRow = 10_001;

const certain = { conditions: 0, least: 1, aggregate: 1, absence: 1, window: 1 };
const listed: Aggregate = { type: "none", fields: [] };

/** The reading of the rows of the question before with other conditions or another order. */
export function composeFacts(
  { parts, fleet, before }: Pick<Refining, "parts" | "fleet" | "before">,
  kind: Kind,
  changed: Partial<Pick<Facts, "filters" | "aggregate" | "time_window">>,
): Reading {
  const { hosts, tags, filters, aggregate, absent, time_window } = before;
  const facts: Facts = {
    ...{ kind, filters, aggregate, absent, time_window, used: new Set(), leftOut: [] },
    ...changed,
    sureness: certain,
  };
  const question = annotate(parts, "", fleet);
  const scope = { hosts, tags, used: new Set<number>(), least: 1 };
  const composing = { parts, ranked: [], scope, now: fleet.now, question };
  const reading = { ...factsReading(composing, facts, 1), confidence: before.confidence };
  if (facts.aggregate.n !== everyRow) return reading;
  const { text } = factsReading(composing, { ...facts, aggregate: listed }, 1);
  return { ...reading, text: `${text.slice(0, -1)}, ${orderText(kind, facts.aggregate)}.` };
}

function orderText({ fields: types }: Kind, { fields: [field = ""], order }: Aggregate): string {
  const isTime = types[field]?.type === "time";
  const [least, most] = isTime ? ["earliest", "latest"] : ["lowest", "highest"];
  return `by ${field.replaceAll("_", " ")}, the ${order === "asc" ? least : most} first`;
}
