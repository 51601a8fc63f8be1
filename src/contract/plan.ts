import type { Cell } from "./common.ts";
import type { GapReason } from "./summary.ts";

/** One read-only SELECT/WITH of a plan. */
export interface PlanStatement {
  id: string;
  sql: string;
  max_rows: number;
  timeout_ms: number;
}

/** The statements sent to one agent. The signature covers its canonical JSON. */
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

/** A table, or part of one, that could not be read. Never reported as an empty result. */
export interface TableGap {
  table: string;
  reason: GapReason;
  /** The cause in a few words without secrets: "shadow: permission denied". */
  detail: string;
  /** The columns without values; absent when rows may be missing. */
  columns?: string[];
  /** The host lacks the table's source (a package manager, a container engine): the table was empty. */
  absent?: true;
}

export interface StatementResult {
  id: string;
  columns: string[];
  /** Each row in the order of `columns`. */
  rows: Cell[][];
  /** Rows found, at least `rows.length`; counting stops at `max_rows`. */
  row_count: number;
  truncated: boolean;
  /** Tables of the statement that could not be read completely. */
  gaps: TableGap[];
  /** Set when the statement failed: a timeout, a missing table or invalid SQL. */
  error: { reason: GapReason; message: string } | null;
  duration_ms: number;
}

/** An agent's result of a plan. The receipt's signature covers its canonical JSON. */
export interface PlanResult {
  plan_id: string;
  agent_id: string;
  started_at: string;
  finished_at: string;
  /** Why the agent refused the plan, or null. */
  refused: { code: string; message: string } | null;
  results: StatementResult[];
}

/** A result on the wire: base64 of the canonical JSON and the agent's Ed25519 signature over those bytes. */
export interface SignedResult {
  payload: string;
  signature: string;
}
