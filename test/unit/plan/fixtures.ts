import { createHash } from "node:crypto";
import type { Plan, SignedPlan } from "../../../src/contract/plan.ts";
import { hashApiKey, planMac } from "../../../src/plan/plan-mac.ts";
import { signPlan } from "../../../src/plan/sign-plan.ts";
import { signingKeyOf } from "../../../src/plan/signing-key.ts";
import type { PlanCheck } from "../../../src/plan/verify-plan.ts";

const seedOf = (name: string) => createHash("sha256").update(name).digest();

export const brainKey = signingKeyOf(seedOf("brain"));
export const agentKey = signingKeyOf(seedOf("agent"));
export const strangerKey = signingKeyOf(seedOf("stranger"));
export const apiKeyHash = hashApiKey("iq_000000000000_secret");
export const now = Date.parse("2026-11-20T12:00:00.000Z");

export const plan: Plan = {
  plan_id: "pln_1",
  investigation_id: "inv_1",
  agent_id: "service-web-1",
  issued_at: "2026-11-20T11:59:59.000Z",
  expires_at: "2026-11-20T12:01:00.000Z",
  statements: [{ id: "a", sql: "SELECT 1", max_rows: 10, timeout_ms: 1_000 }],
};

export const signed = (changes: Partial<Plan> = {}, key = brainKey) =>
  signPlan({ ...plan, ...changes }, { key, apiKeyHash });

export const check = (changes: Partial<PlanCheck> = {}): PlanCheck => ({
  agentId: "service-web-1",
  now,
  publicKey: brainKey.publicKey,
  apiKeyHash: null,
  seen: new Set<string>(),
  ...changes,
});

/** What the server would send if this were a plan. */
export const sealed = (bytes: Buffer): SignedPlan => ({
  payload: bytes.toString("base64"),
  signature: brainKey.sign(bytes).toString("base64"),
  mac: planMac(bytes, apiKeyHash).toString("base64"),
  key_id: brainKey.keyId,
});
