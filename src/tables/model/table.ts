import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";

export type ColumnType = "TEXT" | "INTEGER" | "BIGINT" | "DOUBLE";
export type Value = string | number | bigint | null;
/** A row by column name; an absent column is NULL. */
export type Row = Record<string, Value | undefined>;

export interface Collected {
  rows: Row[];
  /** Empty when the table was seen whole. */
  gaps: Gap[];
}

/** A condition that SQLite hands down to a table that can use it. */
export interface Constraint {
  column: string;
  op: "=" | ">" | ">=" | "<" | "<=" | "LIKE" | "GLOB";
  value: Value;
}

interface TableBase {
  /** osquery's name where osquery has the table. */
  name: string;
  /** One sentence: what a row is. */
  description: string;
  platforms: NodeJS.Platform[];
  /** In the order `SELECT *` gives them: osquery's columns first, ours after. */
  columns: Record<string, ColumnType>;
}

/** A table that is read whole; one collection serves every statement of a plan. */
export interface CollectedTable extends TableBase {
  /** Throws `TableUnavailable` when nothing of it could be read. */
  collect(host: Host): Promise<Collected> | Collected;
}

/**
 * A table too large to read whole (`file`, `hash`): it reads the host synchronously, within
 * a statement, for the constraints that SQLite hands down.
 */
export interface PushDownTable extends TableBase {
  /** A statement must constrain at least one of these columns (=, IN, LIKE). */
  required: string[];
  /** Rows for one combination of constraints; gaps are told through `report`. SQLite checks every condition again. */
  scan(host: Host, constraints: Constraint[], report: (gap: Gap) => void): Iterable<Row>;
}

export type Table = CollectedTable | PushDownTable;
