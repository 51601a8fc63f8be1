import type { LocalAdmin } from "../../server/system/local-admin.ts";

/** The report of `server doctor`. */
export interface InspectionReport {
  files: { name: string; bytes: number; records: number }[];
  /** Damage with its file and byte offset; empty when there is none. */
  damage: { file: string; offset: number; what: string }[];
  /** Blobs of answers, receipts and snapshots; `missing` are referenced but absent, `orphaned` are not referenced. */
  blobs: { count: number; bytes: number; missing: string[]; orphaned: string[] };
  /** The number of dropped records and the folder with a copy of the files; null when nothing was repaired. */
  repaired: { dropped: number; kept_copy: string } | null;
}

/** Administration of a data folder, through the server that has it open or directly. */
export interface Admin extends Omit<LocalAdmin, "isLocalKey" | "prove"> {
  /** The folder must not be open in a server. */
  inspect(): Promise<InspectionReport>;
  repair(): Promise<InspectionReport>;
  restore(file: string): Promise<{ records: number }>;
}
