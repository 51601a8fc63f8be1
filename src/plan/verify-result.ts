import type { PlanResult, SignedResult } from "../contract/plan.ts";
import { decodeBase64 } from "./decode-base64.ts";
import { isPlanResult } from "./parse-result.ts";
import { verifySignature } from "./signing-key.ts";

export type ResultRefusal = "malformed" | "bad_signature" | "wrong_plan" | "wrong_agent";

export type ResultVerdict =
  | { ok: true; result: PlanResult }
  | { ok: false; code: ResultRefusal; message: string };

/** Whether a receipt is for `planId`, from `agentId` and signed with the agent's registered key; never throws. */
export function verifyResult(
  signed: unknown,
  { publicKey, planId, agentId }: { publicKey: Uint8Array; planId: string; agentId: string },
): ResultVerdict {
  if (!isSignedResult(signed)) return refuse("malformed", "this is not a signed result");
  const bytes = decodeBase64(signed.payload);
  const signature = decodeBase64(signed.signature);
  if (!bytes || !signature) return refuse("malformed", "the receipt is not base64");
  if (!verifySignature(bytes, { signature, publicKey }))
    return refuse("bad_signature", "the receipt is not signed with the agent's key");
  const result = parseJson(bytes);
  if (!isPlanResult(result)) return refuse("malformed", "the receipt has no valid result");
  if (result.plan_id !== planId)
    return refuse("wrong_plan", `the receipt is for ${result.plan_id}`);
  if (result.agent_id !== agentId)
    return refuse("wrong_agent", `the receipt is from ${result.agent_id}`);
  return { ok: true, result };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

function isSignedResult(value: unknown): value is SignedResult {
  if (typeof value !== "object" || value === null) return false;
  const { payload, signature } = value as Record<string, unknown>;
  return typeof payload === "string" && typeof signature === "string";
}

function refuse(code: ResultRefusal, message: string): ResultVerdict {
  return { ok: false, code, message };
}
