import { createHash } from "node:crypto";
import type { AskOutcome } from "../../src/brain/ports/services.ts";
import type { PlanResult, StatementResult } from "../../src/contract/plan.ts";
import type { Receipt } from "../../src/contract/receipt.ts";
import { signResult } from "../../src/plan/sign-result.ts";
import { type SigningKey, signingKeyOf } from "../../src/plan/signing-key.ts";

/** The key that a name stands for. */
export const keyNamed = (name: string): SigningKey =>
  signingKeyOf(createHash("sha256").update(name).digest());

/** A host's results for this plan. */
export function planResult(
  agentId: string,
  planId: string,
  results: StatementResult[],
): PlanResult {
  return {
    plan_id: planId,
    agent_id: agentId,
    started_at: "2026-11-01T00:00:09.000Z",
    finished_at: "2026-11-01T00:00:10.000Z",
    refused: null,
    results,
  };
}

/** A result as its agent signed it, with the key named like the agent unless another is given. */
export function receiptOf(
  result: PlanResult,
  key: SigningKey = keyNamed(result.agent_id),
): Receipt {
  return {
    plan_id: result.plan_id,
    agent_id: result.agent_id,
    key_id: key.keyId,
    public_key: key.publicKey.toString("base64"),
    ...signResult(result, key),
  };
}

/** A host's answer with its receipt, as the brain gets it. */
export function signedAnswer(result: PlanResult): AskOutcome {
  return { ok: true, result, receipt: receiptOf(result) };
}
