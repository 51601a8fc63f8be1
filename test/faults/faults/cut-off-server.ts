import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../fault.ts";

export const cutOffServer: Fault = {
  what: "one server cut off from the database: no byte passes",
  async apply({ scene: { proxy }, size: { outageMs } }) {
    proxy.freeze();
    await delay(outageMs);
    proxy.thaw();
    return 1;
  },
};
