import type { AgentLog } from "../agent-log.ts";
import { BrainUnavailable, type UnavailableReason } from "../brain-port.ts";
import { nextDelay } from "./retry-delay.ts";

/** Tells of a brain that gives no answer, once for each kind of trouble, and says how long to wait. */
export interface Setbacks {
  /** Ms to wait before the next try. */
  after(error: unknown): number;
  /** The brain answered. */
  over(): void;
}

export interface SetbacksParts {
  log: AgentLog;
  random: () => number;
  /** Tells only what is wrong with what was sent: that the brain isn't there is told elsewhere. */
  quiet?: boolean;
}

export function createSetbacks({ log, random, quiet = false }: SetbacksParts): Setbacks {
  let last: UnavailableReason | null = null;
  let failures = 0;
  return {
    after(error) {
      const isBug = !(error instanceof BrainUnavailable);
      // A mistake of ours must not end the agent, nor make it a burden to the brain.
      const reason = isBug ? "unreachable" : error.reason;
      failures = reason === last ? failures + 1 : 0;
      last = reason;
      const retryAfterMs = isBug ? null : error.retryAfterMs;
      const delayMs = nextDelay({ reason, failures, retryAfterMs, random });
      if (isBug) log.error({ err: error, delay_ms: delayMs }, "Something unexpected went wrong.");
      else tell(log, { error, delayMs, isOld: failures > 0 || (quiet && reason !== "rejected") });
      return delayMs;
    },
    over() {
      if (!quiet && last !== null && last !== "unknown_agent")
        log.info({}, "The brain answers again.");
      last = null;
      failures = 0;
    },
  };
}

function tell(
  log: AgentLog,
  { error, delayMs, isOld }: { error: BrainUnavailable; delayMs: number; isOld: boolean },
): void {
  const { reason, message } = error;
  const fields = { reason, delay_ms: Math.round(delayMs) };
  const again = `${message} Trying again in ${Math.ceil(delayMs / 1000)} s.`;
  if (isOld) log.debug(fields, again);
  else if (reason === "unknown_agent") log.info(fields, message);
  else if (reason === "refused" || reason === "rejected") log.error(fields, again);
  else log.warn(fields, again);
}
