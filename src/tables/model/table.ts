import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";

export type ColumnType = "TEXT" | "INTEGER" | "BIGINT" | "DOUBLE";
export type Value = string | number | bigint | null;
/** A row by column name; an absent column is NULL. */
export type Row = Record<string, Value | undefined>;

export interface Collected {
  rows: Row[];
  /** Empty when the table is complete. */
  gaps: Gap[];
}

/** A condition that SQLite passes to a table that can use it. */
export interface Constraint {
  column: string;
  op: "=" | ">" | ">=" | "<" | "<=" | "LIKE" | "GLOB";
  value: Value;
}

interface TableBase {
  /** osquery's name where osquery has this table. */
  name: string;
  /** One sentence that describes a row. */
  description: string;
  platforms: NodeJS.Platform[];
  /** In the order of `SELECT *`: osquery's columns first, then ours. */
  columns: Record<string, ColumnType>;
}

/** A column by which a statement names a place to read instead of the usual ones, as in osquery. */
export interface TableInput {
  column: string;
  /** The rows of an absolute path; the column must have it as given. Gaps go to `report`. */
  read(host: Host, path: string, report: (gap: Gap) => void): Row[];
}

/** A table that is read completely; one collection serves all statements of a plan. */
export interface CollectedTable extends TableBase {
  /** `WHERE directory = '/srv/app'` reads that folder. */
  input?: TableInput;
  /** Throws `TableUnavailable` when nothing could be read. */
  collect(host: Host): Promise<Collected> | Collected;
}

/**
 * A table too large to read completely (`file`, `hash`): each statement scans the host
 * synchronously, for the constraints that SQLite passes.
 */
export interface PushDownTable extends TableBase {
  /** A statement must constrain at least one of these columns (=, IN, LIKE). */
  required: string[];
  /** Other columns whose constraints `scan` reads. */
  options?: string[];
  /**
   * Rows for one combination of constraints; gaps go to `report`. SQLite checks every condition
   * again. Columns that the statement doesn't read may be left out.
   */
  scan(
    host: Host,
    constraints: Constraint[],
    report: (gap: Gap) => void,
    isRead?: (column: string) => boolean,
  ): Iterable<Row>;
}

export type Table = CollectedTable | PushDownTable;
