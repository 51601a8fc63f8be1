import { isUtf8 } from "node:buffer";
import type { Plan, PlanStatement } from "../contract/plan.ts";
import { checkOneSelect } from "../core/check-one-select.ts";

export const planLimits = {
  payloadBytes: 4 << 20,
  statements: 1_000,
  sqlLength: 256 << 10,
  maxRows: 1_000_000,
  timeoutMs: 600_000,
} as const;

export type ParsedPlan =
  | { ok: true; plan: Plan }
  | { ok: false; code: "malformed" | "too_large" | "not_one_select"; message: string };

const planFields = [
  "plan_id",
  "investigation_id",
  "agent_id",
  "issued_at",
  "expires_at",
  "statements",
];
const statementFields = ["id", "sql", "max_rows", "timeout_ms"];

/** Parses the payload of a plan whose signature was verified; never throws. */
export function parsePlan(bytes: Buffer): ParsedPlan {
  const value = parseJson(bytes);
  if (!hasExactly(value, planFields)) return malformed("the payload is not a plan");
  const { plan_id, investigation_id, agent_id, issued_at, expires_at, statements } = value;
  if (!isName(plan_id) || !isName(investigation_id) || !isName(agent_id))
    return malformed("an id of the plan is missing");
  if (!isTime(issued_at) || !isTime(expires_at)) return malformed("a time of the plan is missing");
  if (!Array.isArray(statements) || statements.length === 0)
    return malformed("the plan has no statements");
  if (statements.length > planLimits.statements)
    return tooLarge(`a plan has at most ${planLimits.statements} statements`);
  const checked: PlanStatement[] = [];
  for (const statement of statements as unknown[]) {
    if (!isStatement(statement)) return malformed("a statement of the plan is malformed");
    const refusal = refuseSql(statement);
    if (refusal) return refusal;
    checked.push(statement);
  }
  if (new Set(checked.map(({ id }) => id)).size < checked.length)
    return malformed("two statements of the plan share an id");
  const plan = { plan_id, investigation_id, agent_id, issued_at, expires_at, statements: checked };
  return { ok: true, plan };
}

function refuseSql({ id, sql }: PlanStatement): ParsedPlan | null {
  if (sql.length > planLimits.sqlLength) return tooLarge(`statement ${id} is too long`);
  const one = checkOneSelect(sql);
  return one.ok
    ? null
    : { ok: false, code: "not_one_select", message: `statement ${id}: ${one.message}` };
}

function parseJson(bytes: Buffer): unknown {
  // Ten times faster than a TextDecoder that fails on invalid text.
  if (!isUtf8(bytes)) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

function hasExactly(value: unknown, fields: string[]): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length === fields.length && fields.every((field) => Object.hasOwn(value, field));
}

function isStatement(value: unknown): value is PlanStatement {
  return (
    hasExactly(value, statementFields) &&
    isName(value.id) &&
    typeof value.sql === "string" &&
    isCount(value.max_rows, planLimits.maxRows) &&
    isCount(value.timeout_ms, planLimits.timeoutMs)
  );
}

const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 255;
const isTime = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));
const isCount = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;

const malformed = (message: string): ParsedPlan => ({ ok: false, code: "malformed", message });
const tooLarge = (message: string): ParsedPlan => ({ ok: false, code: "too_large", message });
