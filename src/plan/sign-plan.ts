import type { Plan, PlanStatement, SignedPlan } from "../contract/plan.ts";
import { cachedByItems } from "../core/cached/cached-by-items.ts";
import { canonicalJson } from "../core/json.ts";
import { planMac } from "./plan-mac.ts";
import type { SigningKey } from "./signing-key.ts";

/** Signs a plan with the brain's key, and adds a MAC keyed with the agent's API key. */
export function signPlan(
  plan: Plan,
  { key, apiKeyHash }: { key: SigningKey; apiKeyHash: Uint8Array },
): SignedPlan {
  const bytes = payloadOf(plan);
  return {
    payload: bytes.toString("base64"),
    signature: key.sign(bytes).toString("base64"),
    mac: planMac(bytes, apiKeyHash).toString("base64"),
    key_id: key.keyId,
  };
}

/** Canonical JSON, in which the statements come last. */
function payloadOf({ statements, ...head }: Plan): Buffer {
  const start = canonicalJson(head).slice(0, -1);
  return Buffer.concat([Buffer.from(`${start},"statements":`), jsonOf(statements), closing]);
}

const closing = Buffer.from("}");

/** Escaping SQL takes longer than signing it, and a fleet is sent the same. */
const jsonOf = cachedByItems((statements: readonly PlanStatement[]) =>
  Buffer.from(canonicalJson(statements)),
);
