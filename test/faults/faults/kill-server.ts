import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../fault.ts";
import { quietMs } from "../scene/load.ts";

export const killServer: Fault = {
  what: "one server killed with -9 and started, again and again",
  async apply({ scene: { servers }, size: { kills } }) {
    for (let kill = 0; kill < kills; kill++) {
      await servers[1].stop("SIGKILL");
      await servers[1].start();
      // Under way again before the next kill.
      await delay(quietMs);
    }
    return kills;
  },
};
