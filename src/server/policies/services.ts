import type { Clock } from "../../core/clock.ts";
import type { Store } from "../../store/port/store.ts";
import type { Fleet } from "../agents/fleet.ts";

/** The services that the tag policy routes need. */
export interface PolicyServices {
  store: Store;
  clock: Clock;
  fleet: Pick<Fleet, "agentsOf" | "settingsChanged">;
  /** Every table that agents of this version have, on any platform. */
  tableNames(): Promise<string[]>;
}
