import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../fault.ts";

export const stopDatabase: Fault = {
  what: "PostgreSQL stopped and started",
  async apply({ scene: { cluster }, size: { outageMs } }) {
    await cluster.stop();
    await delay(outageMs);
    await cluster.start();
    return 1;
  },
};

export const killDatabase: Fault = {
  what: "PostgreSQL killed with -9 and started",
  async apply({ scene: { cluster } }) {
    await cluster.kill();
    await cluster.start();
    return 1;
  },
};
