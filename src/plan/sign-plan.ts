import type { Plan, SignedPlan } from "../contract/plan.ts";
import { canonicalJson } from "../core/json.ts";
import { cachedByText } from "../core/text/cached-by-text.ts";
import { planMac } from "./plan-mac.ts";
import type { SigningKey } from "./signing-key.ts";

/** Signs a plan with the brain's key, and adds a MAC keyed with the agent's API key. */
export function signPlan(
  plan: Plan,
  { key, apiKeyHash }: { key: SigningKey; apiKeyHash: Uint8Array },
): SignedPlan {
  const bytes = Buffer.from(canonicalJson(plan, knownJson));
  return {
    payload: bytes.toString("base64"),
    signature: key.sign(bytes).toString("base64"),
    mac: planMac(bytes, apiKeyHash).toString("base64"),
    key_id: key.keyId,
  };
}

/** Escaping SQL takes longer than signing it, and a fleet is sent the same. */
const jsonOfText = cachedByText((text) => JSON.stringify(text));
const knownJson = (value: unknown) =>
  typeof value === "string" && value.length >= 64 ? jsonOfText(value) : JSON.stringify(value);
