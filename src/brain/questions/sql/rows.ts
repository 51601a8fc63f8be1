import type { Source } from "../model/types.ts";
import { column, type Request, type Statements, scope, selected } from "./scope.ts";

const maxRows = 2000;

/** The columns of an answer: the usual ones, and any that a filter or ranking is about. */
export function shown({ kind, filters, aggregate }: Request): string[] {
  const asked = [...filters.map(({ field }) => field), ...aggregate.fields];
  const extra = asked.filter((field) => kind.fields[field] && !kind.show.includes(field));
  return [...new Set([...kind.show, ...extra])];
}

/** The rows themselves. */
export function plainRows(request: Request): Statements {
  const columns = shown(request);
  return {
    sql: request.kind.sources.map(
      (source) =>
        `SELECT DISTINCT ${selected(source, columns)} ${scope(source, request)} LIMIT ${maxRows}`,
    ),
    merge: null,
  };
}

/** How many rows there are. */
export function counted(request: Request): Statements {
  const several = request.kind.sources.length > 1;
  return {
    sql: request.kind.sources.map(
      (source) => `SELECT count(*) AS "count" ${scope(source, request)}`,
    ),
    merge: several
      ? `SELECT host, sum("count") AS "count" FROM rows GROUP BY host ORDER BY host`
      : null,
  };
}

const ofRanking = ({ ranked }: Source): string[] => (ranked ? [`(${ranked})`] : []);

/** The first rows by a field. */
export function ranked(request: Request, field: string): Statements {
  const { aggregate } = request;
  const columns = [...new Set([...shown(request), field])];
  const tail = `ORDER BY ${column(field)} ${aggregate.order === "asc" ? "ASC" : "DESC"} LIMIT ${aggregate.n ?? 10}`;
  return {
    sql: request.kind.sources.map(
      (source) =>
        `SELECT ${selected(source, columns)} ${scope(source, request, ofRanking(source))} ${tail}`,
    ),
    merge: `SELECT * FROM rows ${tail}`,
  };
}
