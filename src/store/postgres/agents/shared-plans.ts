import type pg from "pg";
import type { SharedPlans } from "../../port/shared-state.ts";
import { retried } from "../commits/commit-queue.ts";
import { type AgentNotifications, agentsChannel, toPayloads } from "./agent-notifications.ts";
import type { BatchQueue } from "./batch-queue.ts";
import {
  awaitedAgents,
  collectOutcomes,
  endOwnPlans,
  endPlan,
  failFetchedPlans,
  findPlan,
  giveUpPlans,
  insertPlans,
  markDisconnected,
  requeuePlans,
  takePlans,
} from "./plan-statements.ts";
import type { Translated } from "./shared-state.ts";

/** Outcomes hold receipts of up to 16 MiB. */
const maxOutcomes = 32;

export function createSharedPlans({
  pool,
  server,
  queue,
  outcomes,
  notifications,
  translated,
}: {
  pool: pg.Pool;
  server: string;
  queue: BatchQueue;
  /** A queue of its own, because large outcomes take longer. */
  outcomes: BatchQueue;
  notifications: AgentNotifications;
  translated: Translated;
}): SharedPlans {
  const operation = <I, O>(run: (database: pg.Pool, items: I[]) => Promise<O[]>) =>
    queue.operation<I, O>((items) => translated(() => retried(() => run(pool, items))));
  const offer = operation(insertPlans);
  const take = operation(takePlans);
  const endOwn = operation(endOwnPlans);
  const giveUp = operation(giveUpPlans);
  const requeue = operation(requeuePlans);
  const disconnected = operation(markDisconnected);
  const restarted = operation(failFetchedPlans);
  const interrupt = operation(async (database, agents: string[]) => {
    await database.query(`SELECT pg_notify('${agentsChannel}', p) FROM unnest($1::text[]) AS p`, [
      toPayloads(server, "interrupted", [...new Set(agents)]),
    ]);
    return agents.map(() => undefined);
  });
  const collect = outcomes.operation(
    (planIds: string[]) => translated(() => retried(() => collectOutcomes(pool, planIds))),
    maxOutcomes,
  );
  return {
    offer,
    take,
    giveUp,
    collect,
    awaitedAgents: () => translated(() => awaitedAgents(pool)),
    find: (agent, planId) => translated(() => findPlan(pool, { agent, planId })),
    end: (planId, { isAnswered, outcome }) =>
      outcome === null
        ? endOwn({ planId, isAnswered })
        : translated(() => endPlan(pool, { planId, outcome })),
    requeue: (agent, planIds) => requeue({ agent, planIds }),
    disconnected,
    restarted: (agent, detail) => restarted({ agent, detail }),
    interrupt,
    watch(watcher) {
      const stops = [
        notifications.watch<string>("offered", (agents) => watcher.offered(agents)),
        notifications.watch<string>("fetched", (ids) => watcher.fetched(ids)),
        notifications.watch<string>("ended", (ids) => watcher.ended(ids)),
        notifications.watch<string>("disconnected", (agents) => watcher.disconnected(agents)),
        notifications.watch<string>(
          "interrupted",
          (agents) => watcher.interrupted(agents),
          () => watcher.missed(),
        ),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
