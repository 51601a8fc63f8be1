import type { PlanResult, SignedResult } from "../contract/plan.ts";
import { canonicalJson } from "../core/json.ts";
import { fitResult } from "./fit-result.ts";
import type { SigningKey } from "./signing-key.ts";

/** A result as it goes to the brain: a receipt that only this agent can have made. */
export function signResult(result: PlanResult, key: SigningKey): SignedResult {
  const bytes = Buffer.from(canonicalJson(fitResult(result)));
  return { payload: bytes.toString("base64"), signature: key.sign(bytes).toString("base64") };
}
