import type { Gap } from "../../host/gap.ts";
import { gapOf } from "../../host/gap.ts";

/**
 * Reads of single processes: a process that has ended is nobody's gap, one that refuses is counted,
 * so that a table tells once "fds of 41 processes" instead of 41 times.
 */
export interface ProcessReads {
  /** What `read` gives, or nothing when `pid` refused it or has ended. */
  attempt<T>(pid: number, read: () => T): T | undefined;
  /** Whether `pid` refused any read so far. */
  refused(pid: number): boolean;
  gaps(): Gap[];
}

/** `what` names in a few words what the reads are for: "open files"; `columns` are all that a refusal costs. */
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

/** The process (or its thread's memory) went away between the listing and the read. */
function hasEnded(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ESRCH" || code === "ENOTDIR";
}
