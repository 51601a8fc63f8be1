import type { GapReason } from "../../contract/summary.ts";
import type { Host } from "./host.ts";

export type ColumnType = "TEXT" | "INTEGER" | "BIGINT" | "DOUBLE";
export type Value = string | number | bigint | null;
/** A row by column name; an absent column is NULL. */
export type Row = Record<string, Value | undefined>;

/** Something of a table that could not be read. */
export interface Gap {
  reason: GapReason;
  /** A few words without secrets: "/etc/shadow: permission denied". */
  detail: string;
  /** The columns it leaves open: a statement that reads none of them is not touched. Absent: rows may be missing. */
  columns?: string[];
}

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

/** Thrown by a table of which nothing could be read. */
export class TableUnavailable extends Error {
  readonly reason: GapReason;
  constructor(reason: GapReason, detail: string) {
    super(detail);
    this.name = "TableUnavailable";
    this.reason = reason;
  }
}

/** A gap that is the whole table. */
export function unavailableFor({ reason, detail }: Gap): TableUnavailable {
  return new TableUnavailable(reason, detail);
}
