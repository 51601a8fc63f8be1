import { setTimeout as delay } from "node:timers/promises";
import { isLostRace } from "./database-errors.ts";

const maxTries = 5;

/** A transaction that lost a race with another server's is run again: it then sees the winner's records. */
export async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!isLostRace(error) || tries === maxTries) throw error;
      await delay(Math.random() * 10 * tries);
    }
  }
}
