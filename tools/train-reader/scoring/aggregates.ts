import type { Expected } from "../bank.ts";
import { columnOf, meaningOf } from "./columns.ts";
import { asList, isSameSet, unique } from "./lists.ts";
import type { LooseAggregate } from "./normal-reading.ts";
import { plain } from "./values.ts";

/** An aggregate in the form in which aggregates are compared. */
interface Canonical {
  type: string;
  /** Null where any fields do. */
  fields: string[] | null;
  n: number | null;
  fn: string | null;
  of: string | null;
  per: string | null;
  order: string | null;
}

const columnOrNull = (field: string | null | undefined) => (field == null ? null : columnOf(field));

function columnsOf(aggregate: LooseAggregate): Canonical & { fields: string[] } {
  const { type, fields, n, order, fn, of, per, distinct } = aggregate;
  return {
    type: plain(type ?? "none"),
    fields: unique(asList(fields).map(columnOf)),
    n: n ?? null,
    fn: distinct ? "distinct" : (fn ?? null),
    of: columnOrNull(distinct ?? of),
    per: columnOrNull(per),
    order: order ? plain(order).replace(/^(asc|desc).*/, "$1") : null,
  };
}

/** A ranking by count as the grouping that it is. */
function groupingOf(ranking: Canonical & { fields: string[] }): Canonical {
  const named = ranking.fields.filter((field) => field !== "count");
  const keys = unique([...named, ...asList(ranking.per)]);
  const fields = keys.length > 0 ? keys : null;
  return { ...ranking, type: "group_by", fields, fn: "count", per: null };
}

function canonicalAggregate(aggregate: LooseAggregate): Canonical {
  const columns = columnsOf(aggregate);
  const { type, fields, fn, order } = columns;
  if (type === "top_n") {
    const ranking = { ...columns, order: order ?? "desc" };
    return fields.includes("count") || fn === "count" ? groupingOf(ranking) : ranking;
  }
  if (type !== "group_by") return columns;
  const isOneNumber = (fn ?? "count") === "count" && fields.length === 0;
  return { ...columns, type: isOneNumber ? "count" : type, fn: fn ?? "count" };
}

const details = ["n", "order", "fn", "of", "per"] as const;

/** Whether two aggregates of one type agree in what the label gives. */
function hasSameDetails(want: Canonical, got: Canonical, isAlternative: boolean): boolean {
  const key = isAlternative ? meaningOf : (column: string) => column;
  // Columns shown beside are no error.
  const isFree = want.type !== "group_by" && want.fields?.length === 0;
  const hasSameFields =
    isFree || !want.fields || !got.fields || isSameSet(want.fields.map(key), got.fields.map(key));
  const given = details.filter((name) => want[name] !== null);
  return hasSameFields && given.every((name) => key(String(want[name])) === key(String(got[name])));
}

const oneRowTables = new Set([
  "hosts",
  "system_info",
  "os_version",
  "uptime",
  "kernel_info",
  "cpu_info",
  "memory_info",
  "time",
  "secureboot",
]);
/** The column that identifies a table's rows on one host. */
const nameColumns: Record<string, string> = {
  packages: "name",
  package_updates: "name",
  services: "name",
  system_controls: "name",
  kernel_modules: "name",
  sshd_config: "option",
  users: "username",
  shadow: "username",
  groups: "groupname",
  file: "path",
  hash: "path",
  mounts: "path",
};

/** Whether a label's rows are one per host without grouping. */
function comesOnePerHost({ tables: [table = ""], filters }: Expected): boolean {
  if (oneRowTables.has(table)) return true;
  return filters.some(
    ({ field, op, value }) =>
      columnOf(field) === nameColumns[table] &&
      (op === "eq" || op === "in") &&
      asList(value).length === 1,
  );
}

const saysYesOrNo = /^\W*(yes|no)\b/i;

/** 1 for the right type and details, a half for the type alone; other types earn what is near them. */
export function aggregateScore(
  expects: Expected,
  reading: LooseAggregate,
  { answer, isAlternative }: { answer: string; isAlternative: boolean },
): number {
  const want = canonicalAggregate(expects.aggregate);
  const got = canonicalAggregate(reading);
  if (want.type === got.type) return hasSameDetails(want, got, isAlternative) ? 1 : 0.5;
  switch (`${want.type} ${got.type}`) {
    case "exists none":
      return saysYesOrNo.test(answer) ? 1 : 0.5;
    case "none exists":
      return 0.5;
    case "count none":
      return /\d/.test(answer) ? 0.5 : 0;
    case "count group_by":
      return got.fields?.includes("host") ? 0.5 : 0;
    case "group_by none":
      return want.fields?.join() === "host" && comesOnePerHost(expects) ? 1 : 0;
    default:
      return 0;
  }
}
