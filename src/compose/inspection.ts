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
