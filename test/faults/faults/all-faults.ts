import type { Fault } from "../fault.ts";
import { cutOffServer } from "./cut-off-server.ts";
import { killFirstStart } from "./kill-first-start.ts";
import { killServer } from "./kill-server.ts";
import { killDatabase, stopDatabase } from "./stop-database.ts";
import { upgrade } from "./upgrade.ts";
import { wrongClock } from "./wrong-clock.ts";

/** By the names that `npm run faults -- NAME` takes. */
export const allFaults: Record<string, Fault> = {
  "kill-server": killServer,
  "stop-database": stopDatabase,
  "kill-database": killDatabase,
  "cut-off-server": cutOffServer,
  "wrong-clock": wrongClock,
  "kill-first-start": killFirstStart,
  upgrade,
};
