import { apiError } from "../http/errors.ts";
import { createRateLimit, type RateLimitServices } from "../http/rate-limiter.ts";

/** Requests per minute per agent, many times what one needs. */
const agentPerMinute = 600;
/** A whole fleet may share one key and reconnect at once after a power cut. */
const fleetFactor = 20;

/** Rate limits of agents, apart from the limit of the key they share; each rejects with `rate_limit_exceeded`. */
export interface CheckInLimits {
  /** Counts per agent, so that one agent cannot block the others. */
  countAgent(recordId: string): Promise<void>;
  /** Counts registrations per key. */
  countRegistration(keyId: string): Promise<void>;
  /** Counts requests for unknown agents per key. */
  countUnknown(keyId: string): Promise<void>;
}

export function createCheckInLimits(
  services: RateLimitServices & { rateLimitPerMinute: number },
): CheckInLimits {
  const { rateLimitPerMinute } = services;
  const fleetPerMinute = fleetFactor * rateLimitPerMinute;
  const limit = (name: string, perMinute: number) => {
    const { count } = createRateLimit(services, { name, perMinute });
    return async (caller: string) => {
      const retryAfterSeconds = await count(caller);
      if (retryAfterSeconds !== null) throw apiError("rate_limit_exceeded", { retryAfterSeconds });
    };
  };
  return {
    countAgent: limit("agent", rateLimitPerMinute === 0 ? 0 : agentPerMinute),
    countRegistration: limit("registration", fleetPerMinute),
    countUnknown: limit("unknown_agent", fleetPerMinute),
  };
}
