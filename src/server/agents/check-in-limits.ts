import type { Clock } from "../../core/clock.ts";
import { apiError } from "../http/errors.ts";
import { createRateLimiter } from "../http/rate-limiter.ts";

/** Requests per minute per agent, many times what one needs. */
const agentPerMinute = 600;
/** A whole fleet may share one key and reconnect at once after a power cut. */
const fleetFactor = 20;

/** Rate limits of agents, apart from the limit of the key they share; each throws `rate_limit_exceeded`. */
export interface CheckInLimits {
  /** Counts per agent, so that one agent cannot block the others. */
  countAgent(recordId: string): void;
  /** Counts registrations per key. */
  countRegistration(keyId: string): void;
  /** Counts requests for unknown agents per key. */
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
