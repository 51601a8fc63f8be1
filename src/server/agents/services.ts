import type { Store } from "../../store/port/store.ts";
import type { RateLimitServices } from "../http/rate-limiter.ts";
import type { UploadReader } from "../uploads/read-uploads.ts";
import type { Fleet } from "./fleet.ts";
import type { PlanKeys } from "./plan-keys.ts";

/** The services that the agent, check-in and plan key routes need. */
export interface AgentServices extends RateLimitServices {
  store: Store;
  /** The agents of every account. */
  fleet: Fleet;
  planKeys: PlanKeys;
  uploads: UploadReader;
  /** Requests per minute per key; 0 turns the limit off. */
  rateLimitPerMinute: number;
}
