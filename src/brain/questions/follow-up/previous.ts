import type { Reading } from "../../../contract/reading.ts";

/** The question that a follow-up refines. */
export interface Previous {
  /** As typed. */
  query: string;
  reading: Reading;
  /** How many of its rows its answer left out before, and how many it has; null without rows. */
  rows: { skipped: number; shown: number } | null;
}
