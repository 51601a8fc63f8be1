import type { Logger } from "pino";
import type { Clock } from "../../core/clock.ts";
import type { Store } from "../../store/port/store.ts";
import type { RateLimitServices } from "../http/rate-limiter.ts";

/** The services that creating and revoking keys and accounts needs. */
export interface KeyServices {
  store: Store;
  clock: Clock;
  random: (size: number) => Uint8Array;
}

/** The services that authentication and the key routes need. */
export interface AccessServices extends KeyServices, RateLimitServices {
  log: Logger;
  /** Requests per minute per key; 0 turns the limit off. */
  rateLimitPerMinute: number;
}
