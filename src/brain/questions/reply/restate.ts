import { type StateAsked, stateAsked } from "../../model/kind-words.ts";
import { wordRow } from "../../text/word-row.ts";
import { singular } from "../../text/wording.ts";
import { wordsOfKind } from "../lexicon/words-of-kind.ts";
import type { Aggregate, Filter, Kind, Topic } from "../model/types.ts";

const opText: Partial<Record<Filter["op"], string>> = {
  eq: "is",
  ne: "is not",
  gt: "is above",
  ge: "is at least",
  lt: "is below",
  le: "is at most",
  in: "is one of",
  not_in: "is none of",
  contains: "contains",
  not_contains: "does not contain",
  starts_with: "starts with",
  not_starts_with: "does not start with",
  ends_with: "ends with",
  matches: "matches",
  empty: "is empty",
  not_empty: "is not empty",
  in_cidr: "is in",
  not_in_cidr: "is not in",
  version_eq: "is version",
  version_lt: "is older than",
  version_le: "is at most version",
  version_gt: "is newer than",
  version_ge: "is at least version",
};

const words = (name: string) => name.replaceAll("_", " ");

const valueText = (value: Filter["value"]): string =>
  Array.isArray(value)
    ? value.map((one) => (one === "" ? "empty" : one)).join(" or ")
    : value === true
      ? "yes"
      : value === false
        ? "no"
        : String(value ?? "");

const filterText = ({ field, op, value }: Filter): string =>
  `${words(field)} ${opText[op] ?? words(op)} ${valueText(value)}`.trim();

const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

function subject(
  noun: string,
  { aggregate, absent, exceptions }: Pick<RestatedQuestion, "aggregate" | "absent" | "exceptions">,
): string {
  const none = `no ${noun.replace(/^the /, "")}`;
  if (absent)
    return exceptions ? `Whether every ${absent} has ${noun}` : `${capital(absent)}s with ${none}`;
  const fields = aggregate.fields.map(words).join(" and ");
  switch (aggregate.type) {
    case "exists":
      return `Whether there ${singular(noun) === null ? "is" : "are"} ${exceptions ? none : noun}`;
    case "count":
      return `The number of ${noun}`;
    case "top_n": {
      const most = aggregate.order === "asc" ? "lowest" : "highest";
      const one = aggregate.n === 1 ? singular(noun) : null;
      return `The ${one ?? `${aggregate.n ?? 10} ${noun}`} with the ${most} ${fields}`;
    }
    case "group_by":
      if (aggregate.fn === "distinct" && aggregate.of === "host") {
        return `The number of hosts with ${noun}${fields ? ` by ${fields}` : ""}`;
      }
      return aggregate.fn === "compare"
        ? `What differs in ${noun}`
        : `${capital(aggregate.fn === "count" || !aggregate.fn ? "the number" : `${aggregate.fn} ${words(aggregate.of ?? "")}`)} of ${noun}${fields ? ` by ${fields}` : ""}`;
    default:
      return capital(noun);
  }
}

function windowText(window: string | null): string | null {
  if (!window) return null;
  const length = /^([>+]?)(\d+)([mhdw])$/.exec(window);
  if (!length) return words(window).replace("since:", "since ");
  const unit = { m: "minute", h: "hour", d: "day", w: "week" }[length[3] ?? "d"];
  const span = `${length[2]} ${unit}${length[2] === "1" ? "" : "s"}`;
  if (length[1] === ">") return `more than ${span} ago`;
  return length[1] === "+" ? `in the next ${span}` : `in the last ${span}`;
}

/** The hosts of a question, as text. */
export function scopeText(hosts: string[], tags: Record<string, string>): string {
  const tagged = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  if (hosts.length > 0) return `on ${[...hosts, ...tagged].join(", ")}`;
  return tagged.length > 0 ? `on hosts tagged ${tagged.join(" and ")}` : "on all hosts";
}

export interface RestatedQuestion {
  kind: Kind | null;
  topics: Topic[];
  filters: Filter[];
  aggregate: Aggregate;
  absent: string | null;
  /** Whether all are so is asked, and the conditions hold for those that are not. */
  exceptions?: boolean | undefined;
  /** When comparing two hosts, the one without the rows. */
  lacking: string | null;
  hosts: string[];
  tags: Record<string, string>;
  window: string | null;
}

/** "Whether Secure Boot is enabled". */
function stateText(kind: Kind, { field, value }: StateAsked): string {
  const { says, formats } = wordsOfKind(kind);
  const row = { columns: [field], cells: [value ? 1 : 0] };
  const said = says === null ? null : wordRow(says, row, formats);
  return said ? `Whether ${said.subject} ${said.predicate}` : `Whether ${words(field)}`;
}

/** Restates the question in one sentence. */
export function restate({
  kind,
  topics,
  filters,
  aggregate,
  absent,
  exceptions,
  lacking,
  hosts,
  tags,
  window,
}: RestatedQuestion): string {
  const checks = topics.slice(0, 3).map(({ noun }) => noun);
  const where = scopeText(hosts, tags);
  const when = windowText(window);
  const tail = [where, ...(when ? [when] : [])].join(", ");
  if (!kind || topics.length > 0) return `Checks for ${checks.join("; ")}, ${tail}.`;
  const state = stateAsked({ aggregate, filters }, wordsOfKind(kind));
  if (state) return `${stateText(kind, state)}, ${tail}.`;
  const conditions = filters.map(filterText).join(" and ");
  if (lacking) {
    const others = hosts.filter((host) => host !== lacking).join(", ");
    return `${capital(kind.noun)} that ${others} has and ${lacking} has not.`;
  }
  const what = `${subject(kind.noun, { aggregate, absent, exceptions })}${conditions ? ` where ${conditions}` : ""}`;
  return `${what}, ${tail}.`;
}
