import type { Clock } from "../../core/clock.ts";
import type { Store } from "../../store/port/store.ts";
import type { Fleet } from "../agents/fleet.ts";

/** The services that the acceptance routes need. */
export interface AcceptanceServices {
  store: Store;
  clock: Clock;
  fleet: Pick<Fleet, "agentsOf">;
  /** The columns that identify a row of a detection's evidence; undefined for an unknown detection. */
  keyOf(detectionId: string): string[] | undefined;
}
