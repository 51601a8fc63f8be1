import type { SignedResult } from "../contract/plan.ts";
import type { Snapshot } from "../contract/snapshot.ts";
import type { SigningKey } from "./signing-key.ts";

/** A snapshot as it goes to the brain: only this agent can have made it. */
export function signSnapshot(snapshot: Snapshot, key: SigningKey): SignedResult {
  const bytes = Buffer.from(JSON.stringify(snapshot));
  return { payload: bytes.toString("base64"), signature: key.sign(bytes).toString("base64") };
}
