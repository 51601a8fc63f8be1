import type { Aggregate, Filter } from "../model/types.ts";
import { literal, quote } from "./quote.ts";
import { column, type Request, type Statements, scope, selected } from "./scope.ts";

/** The groups of a request; "host" is the rows' own column once they are merged. */
export function grouped(request: Request): Statements {
  const { aggregate, kind } = request;
  const keys = aggregate.fields.filter((field) => field !== "host" && kind.fields[field]);
  const fn = aggregate.fn ?? "count";
  if (fn === "compare") return compared(request);
  if (fn === "distinct" && aggregate.of === "host") return hostsCounted(request, keys);
  const isReduced = fn !== "count" && (!aggregate.of || kind.fields[aggregate.of]);
  return isReduced ? reduced(request, keys) : tallied(request, keys);
}

const groupColumns = ({ fields }: Aggregate, keys: string[]): string[] => [
  ...(fields.includes("host") ? ["host"] : []),
  ...keys.map(column),
];

const groupBy = (columns: string[]) =>
  columns.length > 0 ? ` GROUP BY ${columns.join(", ")}` : "";

const orderOf = (aggregate: Aggregate, by: string) =>
  ` ORDER BY ${by} ${aggregate.order === "asc" ? "ASC" : "DESC"}${aggregate.n ? ` LIMIT ${aggregate.n}` : ""}`;

const signs: Partial<Record<Filter["op"], string>> = {
  gt: ">",
  ge: ">=",
  lt: "<",
  le: "<=",
  eq: "=",
  ne: "<>",
};

/** "more than 5 failed logins": a condition on the size of a group, which `size` gives. */
function having(filters: Filter[], size: string): string {
  const conditions = filters.flatMap(({ field, op, value }) =>
    field === "count" && signs[op] && typeof value === "number"
      ? [`${size} ${signs[op]} ${literal(value)}`]
      : [],
  );
  return conditions.length > 0 ? ` HAVING ${conditions.join(" AND ")}` : "";
}

function tallied(request: Request, keys: string[]): Statements {
  const { aggregate, kind, filters } = request;
  const outer = groupColumns(aggregate, keys);
  const columns = outer.length > 0 ? `${outer.join(", ")}, ` : "";
  const tail = `${groupBy(outer)}${having(filters, 'sum("count")')}${orderOf(aggregate, '"count"')}`;
  return {
    sql: kind.sources.map((source) => {
      const keyColumns = keys.length > 0 ? `${selected(source, keys)}, ` : "";
      return `SELECT ${keyColumns}count(*) AS "count" ${scope(source, request)}${groupBy(keys.map(column))}`;
    }),
    merge: `SELECT ${columns}sum("count") AS "count" FROM rows${tail}`,
  };
}

/** "how many hosts run nginx": how many hosts have such a row, by group. */
function hostsCounted(request: Request, keys: string[]): Statements {
  const { aggregate, kind, filters } = request;
  const outer = groupColumns(aggregate, keys);
  const tail = `${groupBy(outer)}${having(filters, "count(DISTINCT host)")}`;
  return {
    sql: kind.sources.map((source) => {
      const columns = keys.length > 0 ? selected(source, keys) : '1 AS "found"';
      return `SELECT DISTINCT ${columns} ${scope(source, request)}`;
    }),
    merge: `SELECT ${[...outer, 'count(DISTINCT host) AS "hosts"'].join(", ")} FROM rows${tail}${orderOf(aggregate, '"hosts"')}`,
  };
}

const reducers: Record<string, (of: string) => string> = {
  distinct: (of) => `count(DISTINCT ${of})`,
  sum: (of) => `sum(${of})`,
  avg: (of) => `round(avg(${of}), 2)`,
  min: (of) => `min(${of})`,
  max: (of) => `max(${of})`,
};

/** A field reduced to one number a group. */
function reduced(request: Request, keys: string[]): Statements {
  const { aggregate, kind } = request;
  const of = aggregate.of ?? kind.show[0] ?? "";
  const fn = aggregate.fn ?? "count";
  const outer = groupColumns(aggregate, keys);
  const distinct = fn === "distinct" ? "DISTINCT " : "";
  const result = column(`${fn}_${of}`);
  const value = (reducers[fn] ?? reducers.distinct)?.(column(of)) ?? "count(*)";
  return {
    sql: kind.sources.map(
      (source) =>
        `SELECT ${distinct}${selected(source, [...new Set([...keys, of])])} ${scope(source, request)}`,
    ),
    merge: `SELECT ${[...outer, `${value} AS ${result}`].join(", ")} FROM rows${groupBy(outer)}${orderOf(aggregate, result)}`,
  };
}

/** What hosts are compared by: the fields asked for, else what the rows are called. */
export function comparedFields({ aggregate, kind }: Pick<Request, "aggregate" | "kind">): string[] {
  const asked = [...aggregate.fields, ...(aggregate.of ? [aggregate.of] : [])];
  const fields = [...new Set(asked)].filter((field) => kind.fields[field]);
  if (fields.length > 0) return fields;
  return [kind.takes.name ?? kind.takes.account ?? kind.show[0] ?? ""];
}

/** What some of the hosts have and others, or the one that is named, have not. */
function compared(request: Request): Statements {
  const keys = comparedFields(request);
  const names = keys.map(column).join(", ");
  const differs = request.lacking
    ? `sum(lower(host) = ${quote(request.lacking.toLowerCase())}) = 0`
    : "count(DISTINCT host) < (SELECT count(DISTINCT host) FROM rows)";
  return {
    sql: request.kind.sources.map(
      (source) => `SELECT DISTINCT ${selected(source, keys)} ${scope(source, request)}`,
    ),
    merge:
      `SELECT ${names}, group_concat(DISTINCT host) AS on_hosts FROM rows GROUP BY ${names} ` +
      `HAVING ${differs} ORDER BY ${names}`,
  };
}
