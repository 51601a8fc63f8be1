import type { Filter, PathEnd, Reading } from "../../../contract/reading.ts";
import type { Vocabulary } from "../model/reader.ts";

const operators: Partial<Record<Filter["op"], string>> = {
  eq: "is",
  ne: "is not",
  gt: "is more than",
  ge: "is at least",
  lt: "is less than",
  le: "is at most",
  contains: "contains",
  not_contains: "does not contain",
  starts_with: "starts with",
  ends_with: "ends with",
  version_lt: "is older than",
  version_gt: "is newer than",
};

const words = (name: string) => name.replaceAll("_", " ");

function conditionText({ field, op, value }: Filter): string {
  if (typeof value === "boolean") return value ? words(field) : `not ${words(field)}`;
  const said = Array.isArray(value) ? value.join(" or ") : String(value ?? "");
  return `${words(field)} ${operators[op] ?? "is"} ${said}`;
}

function placeText({ hosts, tags }: Pick<Reading, "hosts" | "tags">): string {
  const tagged = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  const places = [...hosts, ...tagged];
  return places.length > 0 ? ` on ${places.join(" and ")}` : "";
}

function endText({ kind, name, tags, priv }: PathEnd): string {
  const tagged = Object.entries(tags ?? {}).map(([key, value]) => `${key}=${value}`);
  const what = name ?? (tagged.length > 0 ? `hosts with ${tagged.join(" and ")}` : null);
  if (what === null)
    return kind === "internet" ? "the internet" : kind === "any" ? "anywhere" : `any ${kind}`;
  return priv === "root" || priv === "admin" ? `${priv} on ${what}` : what;
}

/** A question in plain words that should be read as `reading`; null where none is known. */
export function phraseQuestion(vocabulary: Vocabulary, reading: Reading): string | null {
  const place = placeText(reading);
  if (reading.posture) return `is everything secure${place}?`;
  if (reading.path)
    return `show paths from ${endText(reading.path.from)} to ${endText(reading.path.to)}`;
  if (reading.route[0] === "detections") {
    const topic = vocabulary.topics.get(reading.detections[0] ?? "");
    return topic ? `check for ${topic.noun}${place}` : null;
  }
  const kind = vocabulary.kinds.get(reading.tables[0] ?? "");
  if (!kind || reading.parts) return null;
  const conditions = reading.filters.map(conditionText).join(" and ");
  const where = conditions ? ` where ${conditions}` : "";
  return `${askFor(kind.noun, reading.aggregate.type === "count")}${where}${place}`;
}

/** "how long the host has been up" asks by itself, "the kernel" has its article. */
function askFor(noun: string, isCount: boolean): string {
  if (noun.startsWith("how ")) return noun;
  if (noun.startsWith("the ")) return `show ${noun}`;
  return `${isCount ? "how many" : "list the"} ${noun}`;
}
