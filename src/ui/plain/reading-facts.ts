import type { Filter, Reading } from "../../contract/reading.ts";
import { percent } from "../text/section.ts";
import { tagsText } from "./tags-text.ts";

/** The non-empty parts of a reading, by name. */
export function readingFacts(reading: Reading): [name: string, value: string][] {
  const { aggregate, path, follow_up: followUp } = reading;
  const facts: [name: string, value: string][] = [
    ["follow-up", followUp ? `${followUp.asks} of "${followUp.question}"` : ""],
    ["behaviour", reading.behaviour],
    ["confidence", reading.read_by ? sureness(reading) : percent(reading.confidence)],
    ["route", reading.route.join(", ")],
    ["tables", reading.tables.join(", ")],
    ["detections", reading.detections.join(", ")],
    ["filters", reading.filters.map(filterText).join(" and ")],
    ["aggregate", aggregate.type === "none" ? "" : JSON.stringify(aggregate)],
    ["hosts", reading.hosts.join(", ")],
    ["tags", tagsText(reading.tags)],
    ["window", reading.time_window ?? ""],
    ["path", path ? JSON.stringify(path) : ""],
  ];
  return facts.filter(([, value]) => value !== "");
}

/** How sure the reading is; a language model's is marked as such. */
export function sureness({ confidence, read_by }: Reading): string {
  return read_by
    ? `read by the language model ${read_by.model}, not verified by the reader`
    : `${percent(confidence)} sure`;
}

function filterText({ field, op, value }: Filter): string {
  return `${field} ${op} ${JSON.stringify(value)}`;
}
