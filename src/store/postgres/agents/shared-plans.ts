import type pg from "pg";
import type { SharedPlans } from "../../port/shared-state.ts";
import type { BatchQueue } from "../connection/batch-queue.ts";
import { retried } from "../connection/retried.ts";
import { fromAgentKey, toAgentKey } from "./agent-key.ts";
import { type AgentNotifications, agentsChannel, toPayloads } from "./agent-notifications.ts";
import {
  awaitedAgents,
  collectOutcomes,
  endOwnPlans,
  endPlans,
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
  queues,
  notifications,
  translated,
}: {
  pool: pg.Pool;
  server: string;
  /** Those of outcomes are apart, because large ones take longer. */
  queues: Record<"plans" | "ends" | "collects", BatchQueue>;
  notifications: AgentNotifications;
  translated: Translated;
}): SharedPlans {
  const operation = <I, O>(run: (database: pg.Pool, items: I[]) => Promise<O[]>) =>
    queues.plans.operation<I, O>((items) => translated(() => retried(() => run(pool, items))));
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
  const withOutcomes = <I, O>(
    run: (database: pg.Pool, items: I[]) => Promise<O[]>,
    batches: BatchQueue,
  ) =>
    batches.operation<I, O>(
      (items) => translated(() => retried(() => run(pool, items))),
      maxOutcomes,
    );
  const end = withOutcomes(endPlans, queues.ends);
  const collect = withOutcomes(collectOutcomes, queues.collects);
  const decoded = (changed: (agents: string[]) => void) => (keys: string[]) =>
    changed(keys.map(fromAgentKey));
  return {
    giveUp,
    collect,
    offer: (plan) => offer({ ...plan, agent: toAgentKey(plan.agent) }),
    take: (agent) => take(toAgentKey(agent)),
    awaitedAgents: () => translated(async () => (await awaitedAgents(pool)).map(fromAgentKey)),
    find: (agent, planId) => translated(() => findPlan(pool, { agent: toAgentKey(agent), planId })),
    end: (planId, { isAnswered, outcome }) =>
      outcome === null ? endOwn({ planId, isAnswered }) : end({ planId, outcome }),
    requeue: (agent, planIds) => requeue({ agent: toAgentKey(agent), planIds }),
    disconnected: (agent) => disconnected(toAgentKey(agent)),
    restarted: (agent, detail) => restarted({ agent: toAgentKey(agent), detail }),
    interrupt: (agent) => interrupt(toAgentKey(agent)),
    watch(watcher) {
      const stops = [
        notifications.watch("offered", decoded(watcher.offered)),
        notifications.watch<string>("fetched", watcher.fetched),
        notifications.watch<string>("ended", watcher.ended),
        notifications.watch("disconnected", decoded(watcher.disconnected)),
        notifications.watch("interrupted", decoded(watcher.interrupted), watcher.missed),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
