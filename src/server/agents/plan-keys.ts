import type { SigningKey } from "../../plan/signing-key.ts";

/** The public half of one plan key. */
export interface PlanPublicKey {
  keyId: string;
  /** 32 bytes. */
  publicKey: Uint8Array;
}

/** A plan key that was replaced and still signs for the agents that pin it. */
export interface PreviousPlanKey extends PlanPublicKey {
  /** Epoch ms from which on it signs nothing any more. */
  expiresAt: number;
}

/** The keys that sign plans: one, and after a rotation the one before until its overlap ends. */
export interface PlanKeys {
  /** Signs for whoever doesn't pin an older one; a rotation replaces it, so read it each time. */
  readonly current: SigningKey;
  /** The key an agent pins while that key still signs, else the current one. */
  keyFor(pinnedKeyId: string | null, nowMs: number): SigningKey;
  /** What agents may pin now; `previous` newest first. */
  publicKeys(nowMs: number): { current: PlanPublicKey; previous: PreviousPlanKey[] };
  /** Makes a new key and lets the one before sign for `overlapMs` more; on disk once it returns. */
  rotate(overlapMs: number, nowMs: number): void;
}
