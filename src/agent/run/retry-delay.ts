import { backoffMs } from "../../core/backoff.ts";
import type { UnavailableReason } from "../brain-port.ts";

export interface Failure {
  reason: UnavailableReason;
  /** Failures with the same reason before this one, since the last success. */
  failures: number;
  /** From the brain's `Retry-After`. */
  retryAfterMs: number | null;
  random: () => number;
}

const slowMs = 60_000;
/** A longer `Retry-After` is taken for a mistake. */
const maxDelayMs = 3_600_000;

/**
 * The delay after a failed request. An unreachable brain is retried with exponential backoff.
 * After `refused` or `rejected` the agent retries about once a minute, since only an operator can
 * fix that. `Retry-After` is always respected.
 */
export function retryDelay({ reason, failures, retryAfterMs, random }: Failure): number {
  const own = ownDelay({ reason, failures, random });
  const requested = Math.min(maxDelayMs, Math.max(0, retryAfterMs ?? 0));
  // Jitter: agents that got the same Retry-After must not all return at once.
  return requested > own ? requested * (1 + random() / 10) : own;
}

function ownDelay({ reason, failures, random }: Omit<Failure, "retryAfterMs">): number {
  const backoff = (attempt: number) => backoffMs(attempt, { baseMs: 1_000, capMs: slowMs, random });
  switch (reason) {
    case "refused":
    case "rejected":
      return slowMs * (0.9 + random() / 5);
    case "unknown_agent":
      // Register again at once; back off only if the brain still does not know the agent.
      return failures === 0 ? 0 : backoff(failures - 1);
    default:
      return backoff(failures);
  }
}
