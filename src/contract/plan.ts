import type { Cell } from "./common.ts";
import type { GapReason } from "./summary.ts";

/** One read-only SELECT/WITH of a plan. */
export interface PlanStatement {
  id: string;
  sql: string;
  max_rows: number;
  timeout_ms: number;
}

/** What the brain asks one agent; canonical JSON of this is what is signed. */
export interface Plan {
  plan_id: string;
  investigation_id: string;
  agent_id: string;
  issued_at: string;
  expires_at: string;
  statements: PlanStatement[];
}

/** A plan on the wire: base64 of the canonical JSON, Ed25519 signature and HMAC over those bytes (both base64). */
export interface SignedPlan {
  payload: string;
  signature: string;
  mac: string;
  key_id: string;
}

/** A part of a table, or all of it, that could not be read: never an empty truth. */
export interface TableGap {
  table: string;
  reason: GapReason;
  /** What was missing, in a few words without secrets: "shadow: permission denied". */
  detail: string;
  /** The columns it leaves open; absent: rows may be missing. */
  columns?: string[];
}

export interface StatementResult {
  id: string;
  columns: string[];
  /** Each row in the order of `columns`. */
  rows: Cell[][];
  /** Rows found; more than `rows.length` when cut at `max_rows` is not counted further. */
  row_count: number;
  truncated: boolean;
  /** Tables the statement reads that were not seen whole. */
  gaps: TableGap[];
  /** Set when the statement gave no result: timed out, a missing table, a mistake in the SQL. */
  error: { reason: GapReason; message: string } | null;
  duration_ms: number;
}

/** What an agent answers; canonical JSON of this is what the agent's receipt signs. */
export interface PlanResult {
  plan_id: string;
  agent_id: string;
  started_at: string;
  finished_at: string;
  /** Why the agent ran nothing of the plan, or null. */
  refused: { code: string; message: string } | null;
  results: StatementResult[];
}

/** A result on the wire: base64 of the canonical JSON and the agent's Ed25519 signature over those bytes. */
export interface SignedResult {
  payload: string;
  signature: string;
}
