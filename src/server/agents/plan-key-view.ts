import type { PlanKey } from "../../contract/plan-key.ts";
import { isoTime } from "../../core/clock.ts";
import { fingerprintOf } from "../../plan/signing-key.ts";
import type { PlanKeys, PlanPublicKey } from "./plan-keys.ts";

/** The plan keys as the API returns them. */
export function planKeyView(planKeys: PlanKeys, nowMs: number): PlanKey {
  const { current, previous } = planKeys.publicKeys(nowMs);
  return {
    algorithm: "ed25519",
    ...keyView(current),
    fingerprint: fingerprintOf(current.publicKey),
    previous: previous.map((replaced) => ({
      ...keyView(replaced),
      expires_at: isoTime(replaced.expiresAt),
    })),
  };
}

function keyView({ keyId, publicKey }: PlanPublicKey) {
  return { public_key: Buffer.from(publicKey).toString("base64"), key_id: keyId };
}
