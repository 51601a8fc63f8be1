import { createHash } from "node:crypto";
import type { Snapshot, SnapshotTable } from "../../contract/snapshot.ts";

/** Rows as they are stored: their JSON and its hex SHA-256. */
export interface EncodedRows {
  json: Uint8Array;
  sha256: string;
  row_count: number;
}

/** A verified snapshot whose rows may be encoded already, by the thread that verified it. */
export interface ReceivedSnapshot extends Omit<Snapshot, "tables"> {
  tables: Record<
    string,
    Omit<SnapshotTable, "rows"> & { rows?: SnapshotTable["rows"] | EncodedRows }
  >;
}

/** Computes the hash itself: a wrong one from the agent would hide the next change. */
export function encodeRows(rows: Exclude<SnapshotTable["rows"], undefined>): EncodedRows {
  const json = new TextEncoder().encode(JSON.stringify(rows));
  const sha256 = createHash("sha256").update(json).digest("hex");
  return { json, sha256, row_count: rows?.length ?? 0 };
}

/** The same snapshot with every table's rows encoded. */
export function encodeSnapshot({ tables, ...rest }: Snapshot): ReceivedSnapshot {
  const encoded = Object.entries(tables).map(([name, { rows, ...table }]) => {
    return [name, rows === undefined ? table : { ...table, rows: encodeRows(rows) }] as const;
  });
  return { ...rest, tables: Object.fromEntries(encoded) };
}
