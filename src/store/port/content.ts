import type { Kind, Records } from "../records.ts";

/** Records of one kind. */
export interface RecordBatch {
  kind: Kind;
  records: Records[Kind][];
}

export interface NamedBlob {
  name: string;
  data: Uint8Array;
}

/** Everything in a store that no server uses, for a copy to another one. */
export interface StoredContent {
  /** All records, in any order. */
  records(): AsyncIterable<RecordBatch>;
  blobs(): AsyncIterable<NamedBlob>;
}

/** An empty store that is being filled. */
export interface ContentTarget {
  putRecords(batch: RecordBatch): Promise<void>;
  putBlob(blob: NamedBlob): Promise<void>;
  /** What has been written, read again from where it is stored. Nothing can be put afterwards. */
  written(): Promise<StoredContent>;
}

/** Large enough for few round trips, small enough to hold the largest records in memory. */
export const recordsPerBatch = 500;
