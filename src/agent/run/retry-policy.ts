import type { AgentLog } from "../agent-log.ts";
import { BrainUnavailable, type UnavailableReason } from "../brain-port.ts";
import { retryDelay } from "./retry-delay.ts";

/** Sets the delay before the next attempt, and logs each kind of connection failure once. */
export interface RetryPolicy {
  /** Ms to wait before the next attempt. */
  delayAfter(error: unknown): number;
  /** Call after each successful request: the next failure counts as the first. */
  succeeded(): void;
}

export interface RetryPolicyOptions {
  log: AgentLog;
  random: () => number;
  /** Log only rejected requests; another policy already logs that the brain is unreachable. */
  quiet?: boolean;
}

export function createRetryPolicy({ log, random, quiet = false }: RetryPolicyOptions): RetryPolicy {
  let last: UnavailableReason | null = null;
  let failures = 0;
  return {
    delayAfter(error) {
      const isBug = !(error instanceof BrainUnavailable);
      // A bug in the agent must neither end it nor flood the brain with requests.
      const reason = isBug ? "unreachable" : error.reason;
      failures = reason === last ? failures + 1 : 0;
      last = reason;
      const retryAfterMs = isBug ? null : error.retryAfterMs;
      const delayMs = retryDelay({ reason, failures, retryAfterMs, random });
      if (isBug)
        log.error(
          { err: error, delay_ms: delayMs },
          "Unexpected error in the agent; it will try again.",
        );
      else {
        const isRepeated = failures > 0 || (quiet && reason !== "rejected");
        logFailure(log, { error, delayMs, isRepeated });
      }
      return delayMs;
    },
    succeeded() {
      if (!quiet && last !== null && last !== "unknown_agent")
        log.info({}, "The server answers again.");
      last = null;
      failures = 0;
    },
  };
}

function logFailure(
  log: AgentLog,
  { error, delayMs, isRepeated }: { error: BrainUnavailable; delayMs: number; isRepeated: boolean },
): void {
  const { reason, message } = error;
  const fields = { reason, delay_ms: Math.round(delayMs) };
  const retrying = `${message} Trying again in ${Math.ceil(delayMs / 1000)} s.`;
  if (isRepeated) log.debug(fields, retrying);
  else if (reason === "unknown_agent") log.info(fields, message);
  else if (reason === "refused" || reason === "rejected") log.error(fields, retrying);
  else log.warn(fields, retrying);
}
