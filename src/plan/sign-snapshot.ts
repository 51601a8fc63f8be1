import type { SignedResult } from "../contract/plan.ts";
import type { Snapshot } from "../contract/snapshot.ts";
import type { SigningKey } from "./signing-key.ts";

/** Signs a snapshot with the agent's key. */
export function signSnapshot(snapshot: Snapshot, key: SigningKey): SignedResult {
  const bytes = Buffer.from(JSON.stringify(snapshot));
  return { payload: bytes.toString("base64"), signature: key.sign(bytes).toString("base64") };
}
