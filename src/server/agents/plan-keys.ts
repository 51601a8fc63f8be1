import type { SigningKey } from "../../plan/signing-key.ts";

/** The public half of one plan key. */
export interface PlanPublicKey {
  keyId: string;
  /** 32 bytes. */
  publicKey: Uint8Array;
}

/** A replaced plan key that still signs for the agents that pin it. */
export interface PreviousPlanKey extends PlanPublicKey {
  /** Epoch ms when it stops signing. */
  expiresAt: number;
}

/** The keys that sign plans: the current one and, after a rotation, the previous one until its overlap ends. */
export interface PlanKeys {
  /** Signs for agents that pin no older key; a rotation replaces it, so read it each time. */
  readonly current: SigningKey;
  /** The key that the agent pins, while it still signs; otherwise the current key. */
  keyFor(pinnedKeyId: string | null, nowMs: number): SigningKey;
  /** The keys that agents may pin; `previous` is newest first. */
  publicKeys(nowMs: number): { current: PlanPublicKey; previous: PreviousPlanKey[] };
  /** Creates a new key; the previous one keeps signing for `overlapMs`. On disk when it returns. */
  rotate(overlapMs: number, nowMs: number): void;
}
