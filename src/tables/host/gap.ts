import type { GapReason } from "../../contract/summary.ts";

/** Something of a table that could not be read. */
export interface Gap {
  reason: GapReason;
  /** A few words without secrets: "/etc/shadow: permission denied". */
  detail: string;
  /** The columns it leaves open: a statement that reads none of them is not touched. Absent: rows may be missing. */
  columns?: string[];
}

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

/** The gap that a failed read of `what` makes: EACCES and EPERM are denied, a missing file is table_missing. */
export function gapOf(error: unknown, what: string): Gap {
  if (error instanceof TableUnavailable) return { reason: error.reason, detail: error.message };
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EACCES" || code === "EPERM")
    return { reason: "denied", detail: `${what}: permission denied` };
  if (code === "ENOENT" || code === "ENOTDIR")
    return { reason: "table_missing", detail: `${what}: not there` };
  return { reason: "error", detail: `${what}: ${code ?? "unreadable"}` };
}

/** A file or folder that simply isn't there: for most optional files this is an empty truth, not a gap. */
export function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}
