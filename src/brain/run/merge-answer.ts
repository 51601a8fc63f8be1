import type { Cell } from "../../contract/common.ts";
import { maxAnswerRows } from "../../contract/enums.ts";
import type { StatementResult } from "../../contract/plan.ts";
import type { Reading } from "../../contract/reading.ts";
import type { Answer } from "../../contract/summary.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import {
  maxAnswerBytes,
  maxAnswerColumns,
  maxMergedBytes,
  maxMergedCells,
  maxStoredBytes,
  maxStoredRows,
} from "../model/limits.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import { factsStatementId } from "../plan/plan-statements.ts";
import type { Evaluator } from "../ports/services.ts";
import { type RowLimits, shareRows } from "./host-shares.ts";

/** Merges the hosts' rows for one part of a question, with a `host` column if several hosts were asked. */
export async function mergePart(
  part: Reading,
  { index, answers, severalHosts }: { index: number; answers: HostAnswer[]; severalHosts: boolean },
  evaluator: Evaluator,
): Promise<MergedRows | null> {
  const pieces = answers.flatMap((answer) =>
    part.sql.flatMap((_, alternative) => {
      const result = answer.results.get(factsStatementId(index, alternative));
      return result && !result.error ? [{ host: answer.agent.hostname, result }] : [];
    }),
  );
  if (pieces.length === 0) return null;
  const withHost = severalHosts || part.merge_sql !== null;
  const columns = columnsOf(pieces.map(({ result }) => result));
  if (part.merge_sql === null) return listRows(pieces, columns, withHost);
  const rows = Math.floor(maxMergedCells / (columns.length + 1));
  const merged = concatenate(pieces, columns, {
    withHost,
    limits: { rows, bytes: maxMergedBytes },
  });
  const over = await evaluator.overRows(part.merge_sql, merged.columns, merged.rows);
  if (over.error) throw new Error(`merge_sql failed: ${over.error.message}`);
  return {
    columns: over.columns,
    rows: over.rows,
    rowCount: over.row_count,
    truncated: merged.truncated || merged.rowCount > merged.rows.length || over.truncated,
  };
}

/** One host's result of a statement. */
interface Piece {
  host: string;
  result: StatementResult;
}

/** The rows for the answer and, if there are more, all that can be stored. */
function listRows(pieces: Piece[], columns: string[], withHost: boolean): MergedRows {
  // A count over many hosts adds up one row of each.
  const limits = { rows: Math.max(maxAnswerRows, pieces.length), bytes: maxAnswerBytes };
  const shown = concatenate(pieces, columns, { withHost, limits });
  if (shown.rows.length === shown.rowCount) return shown;
  const stored = { rows: maxStoredRows, bytes: maxStoredBytes };
  return { ...shown, all: concatenate(pieces, columns, { withHost, limits: stored }).rows };
}

/** The hosts' rows within the limits; `rowCount` counts all of them. */
function concatenate(
  pieces: Piece[],
  columns: string[],
  { withHost, limits }: { withHost: boolean; limits: RowLimits },
): MergedRows {
  const shared = shareRows(
    pieces.map(({ result }) => result.rows),
    limits,
  );
  const rows = pieces.flatMap(({ host, result }, index) =>
    inColumnOrder({ ...result, rows: shared[index]! }, columns).map((row) =>
      withHost ? [host, ...row] : row,
    ),
  );
  return {
    columns: withHost ? ["host", ...columns] : columns,
    rows,
    rowCount: pieces.reduce((sum, { result }) => sum + result.rows.length, 0),
    truncated: pieces.some(({ result }) => result.truncated),
  };
}

/** A `SELECT *` may return different columns on another system; the answer then has all of them. */
function columnsOf(results: StatementResult[]): string[] {
  const [first = [], ...others] = results.map(({ columns }) => columns);
  return others.every((columns) => isSame(columns, first)) ? first : commonest([first, ...others]);
}

/** The columns of all hosts; of more than the limit, those that most hosts have. */
function commonest(lists: string[][]): string[] {
  const hosts = new Map<string, number>();
  for (const columns of lists)
    for (const name of new Set(columns)) hosts.set(name, (hosts.get(name) ?? 0) + 1);
  if (hosts.size <= maxAnswerColumns) return [...hosts.keys()];
  const byHosts = [...hosts].sort(([, a], [, b]) => b - a);
  return byHosts.slice(0, maxAnswerColumns).map(([name]) => name);
}

function inColumnOrder(
  { columns: own, rows }: Pick<StatementResult, "columns" | "rows">,
  columns: string[],
): Cell[][] {
  if (isSame(own, columns)) return rows;
  const positions = positionsOf(own);
  const order = columns.map((column) => positions.get(column) ?? -1);
  return rows.map((row) => order.map((position) => row[position] ?? null));
}

/** The first position of each column. */
const positionsOf = (columns: string[]): Map<string, number> =>
  new Map(columns.map((column, position) => [column, position] as const).reverse());

function isSame(some: string[], others: string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index]);
}

/** The answer as the API returns it, without the first `skip` rows; a `part` column distinguishes several parts. */
export function toAnswer(parts: (MergedRows | null)[], skip = 0): Answer | null {
  const joined = joinParts(parts);
  return joined && cutRows(joined, skip, maxAnswerRows);
}

/** The same with all rows that can be stored. */
export function allRows(parts: (MergedRows | null)[], skip = 0): Answer | null {
  const joined = joinParts(parts.map((part) => part && { ...part, rows: part.all ?? part.rows }));
  return joined && cutRows(joined, skip, maxStoredRows);
}

function cutRows(merged: MergedRows, skip: number, most: number): Answer {
  const rows = merged.rows.slice(skip, skip + most);
  return {
    columns: merged.columns,
    rows,
    row_count: Math.max(0, merged.rowCount - skip),
    truncated: merged.truncated || merged.rowCount - skip > rows.length,
  };
}

function joinParts(parts: (MergedRows | null)[]): MergedRows | null {
  const present = parts.flatMap((merged, index) => (merged ? [{ merged, number: index + 1 }] : []));
  if (present.length === 0) return null;
  if (parts.length === 1) return present[0]!.merged;
  const columns = [...new Set(present.flatMap(({ merged }) => merged.columns))];
  const rows = present.flatMap(({ merged, number }) =>
    inColumnOrder(merged, columns).map((row) => [number, ...row]),
  );
  return {
    columns: ["part", ...columns],
    rows,
    rowCount: present.reduce((sum, { merged }) => sum + merged.rowCount, 0),
    truncated: present.some(({ merged }) => merged.truncated),
  };
}
