import type { PlanResult, SignedResult } from "../contract/plan.ts";
import { canonicalJson } from "../core/json.ts";
import { fitResult } from "./fit-result.ts";
import type { SigningKey } from "./signing-key.ts";

/** Signs a result with the agent's key; the signed result is the receipt. */
export function signResult(result: PlanResult, key: SigningKey): SignedResult {
  const bytes = Buffer.from(canonicalJson(fitResult(result)));
  return { payload: bytes.toString("base64"), signature: key.sign(bytes).toString("base64") };
}
