import type { Plan, SignedPlan } from "../contract/plan.ts";
import { decodeBase64 } from "./decode-base64.ts";
import { parsePlan, planLimits } from "./parse-plan.ts";
import { isPlanMac } from "./plan-mac.ts";
import { keyIdOf, verifySignature } from "./signing-key.ts";

export type PlanRefusal =
  | "malformed"
  | "too_large"
  | "unverifiable"
  | "bad_signature"
  | "bad_mac"
  | "wrong_agent"
  | "issued_in_future"
  | "expired"
  | "valid_too_long"
  | "already_run"
  | "not_remembered"
  | "not_one_select";

export type PlanVerdict =
  | { ok: true; plan: Plan }
  | { ok: false; code: PlanRefusal; message: string; planId: string | null };

export interface PlanCheck {
  agentId: string;
  /** Epoch ms. */
  now: number;
  /** The brain's pinned key; if set, the signature must be valid. */
  publicKey: Uint8Array | null;
  /** SHA-256 of the API key; if set, the MAC must be valid. One of the two is required. */
  apiKeyHash: Uint8Array | null;
  /** Plans that already ran. */
  seen: { has(planId: string, expiresMs: number): boolean };
}

/** Many times the longest run. A plan that leaks, or whose key leaks, must not be valid for years. */
const maxValidMs = 24 * 3_600_000;

/** How far the brain's clock may be ahead of this machine's. */
const maxSkewMs = 60_000;

const maxPayloadLength = Math.ceil(planLimits.payloadBytes / 3) * 4;

/** Whether an agent may run a plan. The sender is verified before the payload is parsed. */
export function verifyPlan(signed: unknown, check: PlanCheck): PlanVerdict {
  if (!isSignedPlan(signed)) return refuse("malformed", "this is not a signed plan");
  if (signed.payload.length > maxPayloadLength) return refuse("too_large", "the plan is too large");
  const bytes = decodeBase64(signed.payload);
  if (!bytes) return refuse("malformed", "the payload is not base64");
  const refusal = checkSender(signed, bytes, check);
  if (refusal) return refusal;
  const parsed = parsePlan(bytes);
  return parsed.ok ? checkTerms(parsed.plan, check) : { ...parsed, planId: null };
}

function checkSender(
  { signature, mac, key_id }: SignedPlan,
  bytes: Buffer,
  { publicKey, apiKeyHash }: PlanCheck,
): PlanVerdict | null {
  if (!publicKey && !apiKeyHash)
    return refuse(
      "unverifiable",
      "the agent has neither a pinned key nor an API key to verify the plan with",
    );
  if (publicKey && (key_id !== keyIdOf(publicKey) || !isSigned(bytes, signature, publicKey)))
    return refuse("bad_signature", "the plan is not signed with the pinned key");
  if (apiKeyHash) {
    const macBytes = decodeBase64(mac);
    if (!macBytes || !isPlanMac(macBytes, bytes, apiKeyHash))
      return refuse("bad_mac", "the plan's MAC does not match the API key");
  }
  return null;
}

function isSigned(bytes: Buffer, signature: string, publicKey: Uint8Array): boolean {
  const signatureBytes = decodeBase64(signature);
  return (
    signatureBytes !== null && verifySignature(bytes, { signature: signatureBytes, publicKey })
  );
}

function checkTerms(plan: Plan, { agentId, now, seen }: PlanCheck): PlanVerdict {
  const planId = plan.plan_id;
  if (plan.agent_id !== agentId)
    return refuse("wrong_agent", `the plan is for ${plan.agent_id}`, planId);
  // Not before a plan is refused: formatting a number for people takes 10 MB of memory.
  const skew = () => describeSkew(Date.parse(plan.issued_at), now);
  if (Date.parse(plan.issued_at) > now + maxSkewMs)
    return refuse(
      "issued_in_future",
      `the plan was issued at ${plan.issued_at}: ${skew()}`,
      planId,
    );
  const expiresMs = Date.parse(plan.expires_at);
  if (expiresMs <= now)
    return refuse("expired", `the plan expired at ${plan.expires_at}: ${skew()}`, planId);
  if (expiresMs - Date.parse(plan.issued_at) > maxValidMs)
    return refuse("valid_too_long", "the plan is valid for more than 24 hours", planId);
  if (seen.has(planId, expiresMs)) return refuse("already_run", "the plan already ran", planId);
  return { ok: true, plan };
}

/** Plans are mostly refused for their time because a clock is wrong, so the message shows the difference. */
function describeSkew(issuedMs: number, now: number): string {
  const seconds = Math.round(Math.abs(now - issuedMs) / 1000).toLocaleString("en-US");
  const side = now < issuedMs ? "behind" : "ahead of";
  return `the agent's clock is ${seconds} s ${side} the plan's issue time`;
}

function isSignedPlan(value: unknown): value is SignedPlan {
  if (typeof value !== "object" || value === null) return false;
  const { payload, signature, mac, key_id } = value as Record<string, unknown>;
  return [payload, signature, mac, key_id].every((part) => typeof part === "string");
}

function refuse(code: PlanRefusal, message: string, planId: string | null = null): PlanVerdict {
  return { ok: false, code, message, planId };
}
