import type { ReceivedSnapshot } from "../../brain/snapshots/encode-rows.ts";
import type { Cell } from "../../contract/common.ts";
import type { ResultTerms, ResultVerdict } from "../../plan/verify-result.ts";
import type { SnapshotTerms, SnapshotVerdict } from "../../plan/verify-snapshot.ts";
import type { ParsedBody } from "./parse-body.ts";

/** Sent to the upload thread, one at a time: the next one after the reply. */
export type UploadRequest =
  | { type: "body"; body: Uint8Array; isCompressed: boolean; limitBytes: number }
  | { type: "result"; signed: unknown; terms: ResultTerms }
  /** Rows of the last verified result: copying all of them at once would block the receiver. */
  | { type: "rows"; statement: number; from: number }
  | { type: "snapshot"; signed: { payload: string; signature: string }; terms: SnapshotTerms };

/** The reply to each request, by its type. */
export interface UploadReplies {
  body: ParsedBody;
  /** The results have no rows; `rowCounts` has the number of rows of each. */
  result: { verdict: ResultVerdict; rowCounts: number[] };
  rows: Cell[][];
  snapshot: ReceivedVerdict;
}

/** Whether a snapshot is valid; large tables are already encoded. */
export type ReceivedVerdict =
  | { ok: true; snapshot: ReceivedSnapshot }
  | Extract<SnapshotVerdict, { ok: false }>;
