import type { SignedResult } from "../contract/plan.ts";

export interface StoredReceipt {
  planId: string;
  receipt: SignedResult;
}

/** Receipts that are not uploaded yet, oldest first. No method rejects. */
export interface ReceiptStore {
  /** Stores a receipt, dropping the oldest ones for space; a failure is logged. */
  add(receipt: StoredReceipt): Promise<void>;
  /** The names of the stored receipts. */
  names(): string[];
  /** Undefined if the receipt is damaged or missing. */
  read(name: string): Promise<StoredReceipt | undefined>;
  remove(name: string): Promise<void>;
}
