import type { GapReason } from "../../contract/summary.ts";

/** Part of a table that could not be read. */
export interface Gap {
  reason: GapReason;
  /** A short reason without secrets: "/etc/shadow: permission denied". */
  detail: string;
  /**
   * The columns it affects; statements that read none of them are unaffected. Absent: rows may be
   * missing.
   */
  columns?: string[];
  /**
   * The rows that may be missing have one of these values in the column: a statement that only
   * looks up others lacks nothing.
   */
  rows?: { column: string; values: string[] };
  /** Nothing of the table was read, because the host lacks its source: the table is empty. */
  absent?: true;
}

/** Thrown by a table when nothing of it could be read. */
export class TableUnavailable extends Error {
  readonly reason: GapReason;
  constructor(reason: GapReason, detail: string) {
    super(detail);
    this.name = "TableUnavailable";
    this.reason = reason;
  }
}

/** The gap as an error: the whole table is unavailable. */
export function unavailableFor({ reason, detail }: Gap): TableUnavailable {
  return new TableUnavailable(reason, detail);
}

/**
 * The gap for a failed read of `what`: EACCES and EPERM are denied, a missing file is
 * table_missing.
 */
export function gapOf(error: unknown, what: string): Gap {
  if (error instanceof TableUnavailable) return { reason: error.reason, detail: error.message };
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EACCES" || code === "EPERM")
    return { reason: "denied", detail: `${what}: permission denied` };
  if (code === "ENOENT" || code === "ENOTDIR")
    return { reason: "table_missing", detail: `${what}: not found` };
  return { reason: "error", detail: `${what}: ${code ?? "unreadable"}` };
}

/**
 * Whether the file or folder does not exist: for most optional files an empty result, not a gap.
 */
export function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Removes repeated gaps: accounts that share a home report the same paths. */
export function distinctGaps(gaps: Gap[]): Gap[] {
  return [...new Map(gaps.map((gap) => [JSON.stringify(gap), gap])).values()];
}
