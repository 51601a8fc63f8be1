import type { Filter } from "../model/types.ts";
import { shown } from "./rows.ts";
import {
  expression,
  filterCondition,
  type Request,
  type Statements,
  scope,
  selected,
} from "./scope.ts";

/** The hosts that have no such row. */
export function hostsWithout(request: Request): Statements {
  return {
    sql: request.kind.sources.map(
      (source) => `SELECT count(*) AS "found" ${scope(source, request)}`,
    ),
    merge: `SELECT host FROM rows GROUP BY host HAVING sum("found") = 0 ORDER BY host`,
  };
}

/** The accounts that have no such row. */
export function usersWithout(request: Request): Statements {
  const who = request.kind.takes.account ?? "username";
  const having = request.kind.sources
    .filter((source) => expression(source, who) !== "NULL")
    .map(
      (source) =>
        `(SELECT ${expression(source, who)} AS username ${scope(source, request)}) WHERE username IS NOT NULL`,
    );
  const [only] = having;
  if (having.length === 1) {
    const sql = `SELECT username, uid, shell FROM users WHERE username NOT IN (SELECT username FROM ${only})`;
    return { sql: [sql], merge: null };
  }
  // Each source by itself: no host has the tables of all.
  return {
    sql: having.map(
      (rows) =>
        `SELECT username, uid, shell, username IN (SELECT username FROM ${rows}) AS "found" FROM users`,
    ),
    merge:
      'SELECT host, username, uid, shell FROM rows GROUP BY host, username, uid, shell HAVING sum("found") = 0 ORDER BY host, username',
  };
}

/** Values of one field that no row has at once: whoever has them has them in several rows. */
export function sharedFilters({ filters }: Request): Filter[] {
  const same = (filter: Filter) =>
    filters.filter(({ field, op }) => field === filter.field && op === filter.op).length > 1;
  return filters.filter((filter) => ["eq", "contains"].includes(filter.op) && same(filter));
}

/** "users in both docker and sudo", "hosts with both nginx and apache". */
export function havingAll(request: Request, shared: Filter[]): Statements {
  const rest = {
    ...request,
    filters: request.filters.filter((filter) => !shared.includes(filter)),
  };
  const account = request.kind.takes.account;
  const isOfUsers = account !== undefined && shared.every(({ field }) => field !== account);
  return isOfUsers ? usersHavingAll(rest, shared, account) : hostsHavingAll(rest, shared);
}

function usersHavingAll(request: Request, shared: Filter[], account: string): Statements {
  const { kind } = request;
  const columns = shown({ ...request, filters: shared });
  return {
    sql: kind.sources.map((source) => {
      const who = expression(source, account);
      const each = shared.map(
        (filter) =>
          `${who} IN (SELECT ${who} ${scope(source, { ...request, filters: [...request.filters, filter] })})`,
      );
      const one = shared.map((filter) => filterCondition(source, kind, filter)).join(" OR ");
      return `SELECT DISTINCT ${selected(source, columns)} ${scope(source, request, [...each, `(${one})`])}`;
    }),
    merge: null,
  };
}

function hostsHavingAll(request: Request, shared: Filter[]): Statements {
  const { kind } = request;
  return {
    sql: kind.sources.map((source) => {
      const found = shared.map(
        (filter, at) => `sum(${filterCondition(source, kind, filter)}) AS found_${at}`,
      );
      return `SELECT ${found.join(", ")} ${scope(source, request)}`;
    }),
    merge: `SELECT host FROM rows GROUP BY host HAVING ${shared.map((_, at) => `sum(found_${at}) > 0`).join(" AND ")} ORDER BY host`,
  };
}
