import type { TableGap } from "./plan.ts";

/** One table of a snapshot on its way: its rows only where they changed since the last one. */
export interface SnapshotTable {
  /** Hex SHA-256 of `rows` as JSON, in the order of the payload. */
  sha256: string;
  /** Rows by column name; `null` stands for a table that was denied; absent: as the hash says. */
  rows?: Record<string, unknown>[] | null;
  /** What of the table could not be seen. */
  gaps: TableGap[];
}

/** An agent's inventory, or a part of it; JSON of this is what the agent signs. */
export interface Snapshot {
  agent_id: string;
  collected_at: string;
  tables: Record<string, SnapshotTable>;
}
