import type { SignedResult } from "../contract/plan.ts";

export interface KeptReceipt {
  planId: string;
  receipt: SignedResult;
}

/** Receipts that could not be delivered yet, the oldest first. None of its methods rejects. */
export interface Outbox {
  /** Keeps a receipt as well as it can: older ones make room, and what can't be kept is told in the log. */
  add(kept: KeptReceipt): Promise<void>;
  /** Names of what is kept. */
  names(): string[];
  /** Undefined when it is damaged or gone. */
  read(name: string): Promise<KeptReceipt | undefined>;
  remove(name: string): Promise<void>;
}
