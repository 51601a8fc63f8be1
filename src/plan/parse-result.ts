import type { PlanResult, StatementResult, TableGap } from "../contract/plan.ts";
import { gapReasons } from "../contract/summary.ts";

type Fields = Record<string, unknown>;

/** Whether a receipt's content is a valid result: a signature proves the sender, not the content. */
export function isPlanResult(value: unknown): value is PlanResult {
  if (!isObject(value)) return false;
  const { plan_id, agent_id, started_at, finished_at, refused, results } = value;
  return (
    [plan_id, agent_id, started_at, finished_at].every(isText) &&
    (refused === null || (isObject(refused) && isText(refused.code) && isText(refused.message))) &&
    Array.isArray(results) &&
    results.every(isStatementResult)
  );
}

function isStatementResult(value: unknown): value is StatementResult {
  if (!isObject(value)) return false;
  const { id, columns, rows, row_count, truncated, gaps, error, duration_ms } = value;
  return (
    isText(id) &&
    Array.isArray(columns) &&
    columns.every(isText) &&
    Array.isArray(rows) &&
    rows.every((row) => isRow(row, columns.length)) &&
    Number.isInteger(row_count) &&
    typeof truncated === "boolean" &&
    Array.isArray(gaps) &&
    gaps.every(isGap) &&
    (error === null || (isObject(error) && isReason(error.reason) && isText(error.message))) &&
    typeof duration_ms === "number"
  );
}

const isRow = (value: unknown, width: number) =>
  Array.isArray(value) && value.length === width && value.every(isCell);
const isCell = (value: unknown) =>
  value === null || typeof value === "string" || typeof value === "number";
export const isGap = (value: unknown): value is TableGap =>
  isObject(value) &&
  isText(value.table) &&
  isReason(value.reason) &&
  isText(value.detail) &&
  (value.columns === undefined || (Array.isArray(value.columns) && value.columns.every(isText)));
const isReason = (value: unknown) => (gapReasons as readonly unknown[]).includes(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
