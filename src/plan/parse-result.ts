import type { PlanResult, StatementResult, TableGap } from "../contract/plan.ts";
import { gapReasons } from "../contract/summary.ts";
import { contentLimits as limits } from "./limits.ts";

type Fields = Record<string, unknown>;

/** Whether a receipt's content is a valid result: a signature proves the sender, not the content. */
export function isPlanResult(value: unknown): value is PlanResult {
  if (!isObject(value)) return false;
  const { plan_id, agent_id, started_at, finished_at, refused, results } = value;
  return (
    [plan_id, agent_id, started_at, finished_at].every(isText) &&
    (refused === null ||
      (isObject(refused) && isText(refused.code) && isMessage(refused.message))) &&
    Array.isArray(results) &&
    results.every(isStatementResult) &&
    cellsOf(results) <= limits.cells
  );
}

const cellsOf = (results: StatementResult[]) =>
  results.reduce((sum, { columns, rows }) => sum + columns.length * rows.length, 0);

function isStatementResult(value: unknown): value is StatementResult {
  if (!isObject(value)) return false;
  const { id, columns, rows, row_count, truncated, gaps, error, duration_ms } = value;
  return (
    isText(id) &&
    areColumns(columns) &&
    Array.isArray(rows) &&
    rows.every((row) => isRow(row, columns.length)) &&
    Number.isInteger(row_count) &&
    typeof truncated === "boolean" &&
    areGaps(gaps) &&
    (error === null || (isObject(error) && isReason(error.reason) && isMessage(error.message))) &&
    typeof duration_ms === "number"
  );
}

/** A column without a name of its own is called as its expression, so a name may be long. */
const areColumns = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= limits.columns &&
  value.every((name) => typeof name === "string") &&
  value.reduce((sum: number, name: string) => sum + name.length, 0) <= limits.messageLength;
const isRow = (value: unknown, width: number) =>
  Array.isArray(value) && value.length === width && value.every(isCell);
const isCell = (value: unknown) =>
  value === null || typeof value === "string" || typeof value === "number";
export const areGaps = (value: unknown): value is TableGap[] =>
  Array.isArray(value) && value.length <= limits.gaps && value.every(isGap);
const isGap = (value: unknown): value is TableGap =>
  isObject(value) &&
  isText(value.table) &&
  isReason(value.reason) &&
  isText(value.detail) &&
  (value.absent === undefined || value.absent === true) &&
  (value.columns === undefined ||
    (Array.isArray(value.columns) &&
      value.columns.length <= limits.columns &&
      value.columns.every(isText)));
const isReason = (value: unknown) => (gapReasons as readonly unknown[]).includes(value);
const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= limits.textLength;
const isMessage = (value: unknown): value is string =>
  typeof value === "string" && value.length <= limits.messageLength;
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
