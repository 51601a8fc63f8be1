import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type pg from "pg";
import { AppError } from "../../../core/errors.ts";
import { type Listener, type ListenerOptions, startListener } from "./listener.ts";

const probeChannel = "inquest_probe";
const arrivesWithinMs = 5_000;

/**
 * Listens, and checks that notifications of the pool's connections arrive. Through a pooler that
 * gives a connection away after each transaction, LISTEN succeeds and nothing arrives.
 */
export async function startCheckedListener(
  pool: Pick<pg.Pool, "query">,
  { channels, ...options }: ListenerOptions,
): Promise<Listener> {
  const probe = randomUUID();
  const arrivals = new EventTarget();
  const received = (payload: string) => void arrivals.dispatchEvent(new Event(payload));
  const listener = await startListener({
    ...options,
    channels: { ...channels, [probeChannel]: received },
  });
  try {
    const arrived = once(arrivals, probe, { signal: AbortSignal.timeout(arrivesWithinMs) });
    await Promise.all([pool.query("SELECT pg_notify($1, $2)", [probeChannel, probe]), arrived]);
    return listener;
  } catch (error) {
    await listener.close();
    throw (error as Error).name === "AbortError" ? notificationsLost() : error;
  }
}

function notificationsLost(): AppError {
  return new AppError("notifications_lost", "Notifications of the database don't arrive.", {
    hint: "Behind a connection pooler, pass the URL of a direct connection with --database-listen-url.",
  });
}
