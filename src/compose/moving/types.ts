import type { Tally } from "./content-digest.ts";

/** What a copy of a store contains; equal to the original. */
export interface CopiedContent {
  /** By kind. */
  records: (Tally & { kind: string })[];
  blobs: { count: number; bytes: number; sha256: string | null };
  /** Webhook secrets, which are in the records too. */
  secrets: { count: number; reencrypted: boolean };
}

/** Where the keys of the copy are. */
export interface CopyKeys {
  /** The data folder with the `secret.key` that belongs to the copy. */
  keys_dir: string;
  /** Whether its `plan.key` is another one than before, so that agents that pin the previous one refuse plans. */
  plan_key_changed: boolean;
}

export interface MoveReport extends CopiedContent, CopyKeys {
  data_dir: string;
}

export interface MoveRequest {
  dataDir: string;
  databaseUrl: string;
  /** A data folder with the keys of the database's servers, if `dataDir` has others or none. */
  databaseKeys?: string | undefined;
  signal: AbortSignal;
}
