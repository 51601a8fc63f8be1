import type { Clock } from "../../core/clock.ts";
import { apiError } from "../http/errors.ts";
import { createRateLimiter } from "../http/rate-limiter.ts";

/** Requests a minute of one agent, many times what one needs. */
const agentPerMinute = 600;
/** One key may stand for a whole fleet, all of which comes at once after a power cut. */
const fleetFactor = 20;

/** What agents may ask for, apart from the limit of the key that they share; each throws when it is too much. */
export interface CheckInLimits {
  /** One agent's own limit: it keeps nobody else from checking in. */
  countAgent(recordId: string): void;
  /** Registrations with one key. */
  countRegistration(keyId: string): void;
  /** Requests with one key for agents that there are none of. */
  countUnknown(keyId: string): void;
}

export function createCheckInLimits(clock: Clock, rateLimitPerMinute: number): CheckInLimits {
  const fleetPerMinute = fleetFactor * rateLimitPerMinute;
  const limit = (perMinute: number) => {
    const { count } = createRateLimiter(clock, perMinute);
    return (caller: string) => {
      const retryAfterSeconds = count(caller);
      if (retryAfterSeconds !== null) throw apiError("rate_limit_exceeded", { retryAfterSeconds });
    };
  };
  return {
    countAgent: limit(rateLimitPerMinute === 0 ? 0 : agentPerMinute),
    countRegistration: limit(fleetPerMinute),
    countUnknown: limit(fleetPerMinute),
  };
}
