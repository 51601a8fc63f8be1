import type { TableGap } from "./plan.ts";

/** One table of an uploaded snapshot; it has rows only if they changed since the previous snapshot. */
export interface SnapshotTable {
  /** Hex SHA-256 of `rows` as JSON, in the order of the payload. */
  sha256: string;
  /** Rows by column name; null for a denied table; absent when unchanged, as identified by the hash. */
  rows?: Record<string, unknown>[] | null;
  /** The parts of the table that could not be read. */
  gaps: TableGap[];
}

/** All or some tables of an agent. The agent signs the JSON of this. */
export interface Snapshot {
  agent_id: string;
  collected_at: string;
  tables: Record<string, SnapshotTable>;
}
