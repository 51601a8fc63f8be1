import { backoffMs } from "../../core/backoff.ts";
import type { UnavailableReason } from "../brain-port.ts";

export interface Failure {
  reason: UnavailableReason;
  /** Failures of this kind before it, without a success in between. */
  failures: number;
  /** What the brain asked for. */
  retryAfterMs: number | null;
  random: () => number;
}

const slowMs = 60_000;
/** Whoever asks for more is taken to be mistaken. */
const longestMs = 3_600_000;

/**
 * How long to wait after a failure. A brain that can't be reached is tried more and more rarely;
 * one that refuses, slowly, for only a person can change that; and never before it asked for.
 */
export function nextDelay({ reason, failures, retryAfterMs, random }: Failure): number {
  const own = ownDelay({ reason, failures, random });
  const asked = Math.min(longestMs, Math.max(0, retryAfterMs ?? 0));
  // Agents that were all told the same must not come back all at once.
  return asked > own ? asked * (1 + random() / 10) : own;
}

function ownDelay({ reason, failures, random }: Omit<Failure, "retryAfterMs">): number {
  const backoff = (attempt: number) => backoffMs(attempt, { baseMs: 1_000, capMs: slowMs, random });
  switch (reason) {
    case "refused":
    case "rejected":
      return slowMs * (0.9 + random() / 5);
    case "unknown_agent":
      // It is registered again at once; a brain that then still doesn't know it is given time.
      return failures === 0 ? 0 : backoff(failures - 1);
    default:
      return backoff(failures);
  }
}
