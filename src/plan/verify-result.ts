import type { PlanResult, PlanStatement, SignedResult } from "../contract/plan.ts";
import { decodeBase64 } from "./decode-base64.ts";
import { parsePayload } from "./parse-payload.ts";
import { isPlanResult } from "./parse-result.ts";
import { verifySignature } from "./signing-key.ts";

export type ResultRefusal =
  | "malformed"
  | "bad_signature"
  | "wrong_plan"
  | "wrong_agent"
  | "exceeds_plan";

export type ResultVerdict =
  | { ok: true; result: PlanResult }
  | { ok: false; code: ResultRefusal; message: string };

/** What a receipt must match. */
export interface ResultTerms {
  /** The agent's registered key. */
  publicKey: Uint8Array;
  planId: string;
  agentId: string;
  /** The plan's statements; null if the server no longer has the plan. */
  statements: PlanStatement[] | null;
}

/**
 * Whether a receipt is for `planId`, from `agentId`, signed with the agent's registered key, and
 * answers only what the plan asks; never throws.
 */
export function verifyResult(
  signed: unknown,
  { publicKey, planId, agentId, statements }: ResultTerms,
): ResultVerdict {
  if (!isSignedResult(signed)) return refuse("malformed", "this is not a signed result");
  const bytes = decodeBase64(signed.payload);
  const signature = decodeBase64(signed.signature);
  if (!bytes || !signature) return refuse("malformed", "the receipt is not base64");
  if (!verifySignature(bytes, { signature, publicKey }))
    return refuse("bad_signature", "the receipt is not signed with the agent's key");
  const result = parsePayload(bytes);
  if (!isPlanResult(result)) return refuse("malformed", "the receipt has no valid result");
  if (result.plan_id !== planId)
    return refuse("wrong_plan", `the receipt is for ${result.plan_id}`);
  if (result.agent_id !== agentId)
    return refuse("wrong_agent", `the receipt is from ${result.agent_id}`);
  const excess = statements && excessOf(result, statements);
  if (excess) return refuse("exceeds_plan", excess);
  return { ok: true, result };
}

/** What the results have that the plan did not ask for; null if nothing. */
function excessOf({ results }: PlanResult, statements: PlanStatement[]): string | null {
  const maxRows = new Map(statements.map(({ id, max_rows }) => [id, max_rows]));
  for (const { id, rows, row_count } of results) {
    const most = maxRows.get(id);
    if (most === undefined) return "the receipt has a result that the plan does not ask for";
    if (rows.length > most || row_count > most)
      return `the receipt has more than the ${most} rows that the plan allows`;
    maxRows.delete(id);
  }
  return null;
}

function isSignedResult(value: unknown): value is SignedResult {
  if (typeof value !== "object" || value === null) return false;
  const { payload, signature } = value as Record<string, unknown>;
  return typeof payload === "string" && typeof signature === "string";
}

function refuse(code: ResultRefusal, message: string): ResultVerdict {
  return { ok: false, code, message };
}
