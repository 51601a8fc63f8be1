import type pg from "pg";
import type { SharedState } from "../../port/shared-state.ts";
import { createBatchQueue } from "../connection/batch-queue.ts";
import { fromAgentKey, toAgentKey } from "./agent-key.ts";
import { agentsChannel, createAgentNotifications, toPayloads } from "./agent-notifications.ts";
import { prunePlans } from "./plan-statements.ts";
import { createRateWindows, pruneRateWindows } from "./rate-windows.ts";
import { createSharedContacts } from "./shared-contacts.ts";
import { createSharedPendingKeys } from "./shared-pending-keys.ts";
import { createSharedPlans } from "./shared-plans.ts";
import { createSharedSequences } from "./shared-sequences.ts";

/** Runs statements and translates the errors of the driver. */
export type Translated = <T>(work: () => Promise<T>) => Promise<T>;

export interface PostgresSharedState {
  shared: Omit<SharedState, "deliveries">;
  /** For the listener, with the payloads of `agentsChannel`. */
  receive(payload: string): void;
  missed(): void;
  /** Resolves when all statements that wait are done. */
  stop(): Promise<void>;
}

const pruneEveryMs = 60_000;

export function createSharedState({
  pool,
  server,
  translated,
  onError,
}: {
  pool: pg.Pool;
  server: string;
  translated: Translated;
  onError(error: unknown): void;
}): PostgresSharedState {
  const notifications = createAgentNotifications(server, onError);
  const queues = {
    plans: createBatchQueue(),
    ends: createBatchQueue(),
    collects: createBatchQueue(),
    rates: createBatchQueue(),
  };
  const parts = { pool, server, notifications, translated };
  const pruning = setInterval(() => {
    Promise.all([prunePlans(pool), pruneRateWindows(pool)]).catch(onError);
  }, pruneEveryMs);
  pruning.unref();
  const settingsChanged = queues.plans.operation(async (agents: string[]) => {
    const payloads = toPayloads(server, "settings", [...new Set(agents)]);
    await translated(() =>
      pool.query(`SELECT pg_notify('${agentsChannel}', p) FROM unnest($1::text[]) AS p`, [
        payloads,
      ]),
    );
    return agents.map(() => undefined);
  });
  return {
    shared: {
      plans: createSharedPlans({ ...parts, queues }),
      contacts: createSharedContacts(parts),
      sequences: createSharedSequences(pool, translated),
      pendingKeys: createSharedPendingKeys(parts),
      rates: createRateWindows({ pool, queue: queues.rates, translated }),
      settings: {
        changed: (agent) => settingsChanged(toAgentKey(agent)),
        watch: (changed) =>
          notifications.watch<string>("settings", (keys) => changed(keys.map(fromAgentKey))),
      },
    },
    receive: notifications.receive,
    missed: notifications.missed,
    async stop() {
      clearInterval(pruning);
      await Promise.all(Object.values(queues).map((queue) => queue.settled()));
    },
  };
}
