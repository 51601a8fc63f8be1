import type { Key, NewKey } from "../../contract/keys.ts";
import type { PlanKeyReport } from "../../contract/plan-key.ts";
import type { ApiScope } from "../../contract/scopes.ts";
import type { LocalListener } from "../../webhooks/types.ts";
import type { NewAccount } from "../access/keys.ts";

/** Administration of the data folder, for commands on the server's own machine. */
export interface LocalAdmin {
  /** Whether the key is this machine's own, the only one that may use it. */
  isLocalKey(keyId: string): boolean;
  /** Proves to a client on this machine that this server knows the folder's `secret.key`. */
  prove(claim: { challenge: string; endpoint: string }): string;
  /** Replaces the key that commands on this machine use; the previous one is revoked. */
  rotateLocalKey(): Promise<{ key_id: string }>;
  createKey(request: {
    scopes: ApiScope[];
    name?: string;
    account?: string;
    expires_at?: string;
  }): Promise<NewKey>;
  listKeys(account?: string): Promise<Key[]>;
  revokeKey(id: string): Promise<void>;
  createAccount(name: string): Promise<NewAccount>;
  listAccounts(): Promise<{ id: string; name: string; created_at: string }[]>;
  showPlanKey(): Promise<PlanKeyReport>;
  /** The previous key keeps signing for `overlapMs`, for agents that pin it. */
  rotatePlanKey(overlapMs: number): Promise<PlanKeyReport>;
  /** Writes a backup to a path on this machine. */
  backup(file: string): Promise<{ file: string; bytes: number }>;
  /**
   * Allows deliveries to a receiver on this machine for a minute, although its address is
   * private; absent when this process sends no deliveries.
   */
  admitListener?(listener: Pick<LocalListener, "port" | "certificate">): void;
}
