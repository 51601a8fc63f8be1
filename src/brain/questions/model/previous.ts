import type { Reading } from "../../../contract/reading.ts";

/** The question that a follow-up refines. */
export interface Previous {
  /** As typed. */
  query: string;
  reading: Reading;
  /** How many rows come before those of its answer, are in it and are left after them; null without an answer. */
  rows: { before: number; shown: number; after: number } | null;
}
