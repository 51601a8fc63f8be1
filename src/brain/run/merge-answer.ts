import type { Cell } from "../../contract/common.ts";
import type { StatementResult } from "../../contract/plan.ts";
import type { Reading } from "../../contract/reading.ts";
import type { Answer } from "../../contract/summary.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import { maxAnswerRows } from "../model/limits.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import { factsStatementId } from "../plan/plan-statements.ts";
import type { Evaluator } from "../ports/services.ts";

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
  const merged = concatenate(pieces, withHost);
  if (part.merge_sql === null) return merged;
  const over = await evaluator.overRows(part.merge_sql, merged.columns, merged.rows);
  if (over.error) throw new Error(`merge_sql failed: ${over.error.message}`);
  return {
    columns: over.columns,
    rows: over.rows,
    rowCount: over.row_count,
    truncated: merged.truncated || over.truncated,
  };
}

function concatenate(
  pieces: { host: string; result: StatementResult }[],
  withHost: boolean,
): MergedRows {
  const columns = columnsOf(pieces.map(({ result }) => result));
  const rows = pieces.flatMap(({ host, result }) =>
    inColumnOrder(result, columns).map((row) => (withHost ? [host, ...row] : row)),
  );
  return {
    columns: withHost ? ["host", ...columns] : columns,
    rows,
    rowCount: rows.length,
    truncated: pieces.some(({ result }) => result.truncated),
  };
}

/** A `SELECT *` may return different columns on another system; the answer then has all of them. */
function columnsOf(results: StatementResult[]): string[] {
  const [first = [], ...others] = results.map(({ columns }) => columns);
  return others.every((columns) => isSame(columns, first))
    ? first
    : [...new Set([...first, ...others.flat()])];
}

function inColumnOrder({ columns: own, rows }: StatementResult, columns: string[]): Cell[][] {
  if (isSame(own, columns)) return rows;
  const positions = columns.map((column) => own.indexOf(column));
  return rows.map((row) => positions.map((position) => row[position] ?? null));
}

function isSame(some: string[], others: string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index]);
}

/** The answer as the API returns it, without the first `skip` rows; a `part` column distinguishes several parts. */
export function toAnswer(parts: (MergedRows | null)[], skip = 0): Answer | null {
  const present = parts.flatMap((merged, index) => (merged ? [{ merged, number: index + 1 }] : []));
  if (present.length === 0) return null;
  const merged = parts.length === 1 ? present[0]!.merged : joinParts(present);
  return {
    columns: merged.columns,
    rows: merged.rows.slice(skip, skip + maxAnswerRows),
    row_count: Math.max(0, merged.rowCount - skip),
    truncated: merged.truncated || merged.rowCount - skip > maxAnswerRows,
  };
}

function joinParts(present: { merged: MergedRows; number: number }[]): MergedRows {
  const columns = [...new Set(present.flatMap(({ merged }) => merged.columns))];
  const rows = present.flatMap(({ merged, number }) =>
    merged.rows.map((row) => [
      number,
      ...columns.map((column) => row[merged.columns.indexOf(column)] ?? null),
    ]),
  );
  return {
    columns: ["part", ...columns],
    rows,
    rowCount: present.reduce((sum, { merged }) => sum + merged.rowCount, 0),
    truncated: present.some(({ merged }) => merged.truncated),
  };
}
