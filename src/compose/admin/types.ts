import type { LocalAdmin } from "../../server/system/local-admin.ts";

/** What `server doctor` found in a data folder. */
export interface InspectionReport {
  files: { name: string; bytes: number; records: number }[];
  /** Damage, each with the file and the byte at which it begins; empty when all is well. */
  damage: { file: string; offset: number; what: string }[];
  /** Answers, receipts and snapshots: how many, those that are referred to and gone, and those that nothing refers to. */
  blobs: { count: number; bytes: number; missing: string[]; orphaned: string[] };
  /** What a repair dropped and where it kept a copy; null when nothing was repaired. */
  repaired: { dropped: number; kept_copy: string } | null;
}

/** Looking after a data folder, through the server that has it open or on the folder itself. */
export interface Admin extends Omit<LocalAdmin, "keyId"> {
  /** The folder must not be open in a server. */
  inspect(): Promise<InspectionReport>;
  repair(): Promise<InspectionReport>;
  restore(file: string): Promise<{ records: number }>;
}
