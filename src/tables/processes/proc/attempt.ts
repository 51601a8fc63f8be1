import type { Gap } from "../../host/gap.ts";
import { gapOf } from "../../host/gap.ts";

/**
 * Reads of single processes: ended processes are ignored, refusals are counted, so that a table
 * reports "fds of 41 processes" once instead of 41 gaps.
 */
export interface ProcessReads {
  /** The result of `read`; undefined when `pid` refused it or has ended. */
  attempt<T>(pid: number, read: () => T): T | undefined;
  /** Whether `pid` refused any read so far. */
  refused(pid: number): boolean;
  gaps(): Gap[];
}

/** `what` describes the reads: "open files"; `columns` are those that a refusal affects. */
export function trackProcessReads(what: string, columns?: string[]): ProcessReads {
  const refusals = new Map<number, Gap["reason"]>();
  const gapFor = (reason: Gap["reason"]): Gap[] => {
    const count = [...refusals.values()].filter((each) => each === reason).length;
    if (count === 0) return [];
    const why = reason === "denied" ? "permission denied" : "unreadable";
    const detail = `${what} of ${count} ${count === 1 ? "process" : "processes"}: ${why}`;
    return [{ reason, detail, ...(columns && { columns }) }];
  };
  return {
    attempt(pid, read) {
      try {
        return read();
      } catch (error) {
        if (!hasEnded(error)) refusals.set(pid, gapOf(error, "process").reason);
        return undefined;
      }
    },
    refused: (pid) => refusals.has(pid),
    gaps: () => [...gapFor("denied"), ...gapFor("error")],
  };
}

/** The process (or its thread's memory) disappeared after it was listed. */
function hasEnded(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ESRCH" || code === "ENOTDIR";
}
