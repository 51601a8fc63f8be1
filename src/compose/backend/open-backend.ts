import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Logger } from "pino";
import type { BrainServices } from "../../brain/ports/services.ts";
import { startRunner } from "../../brain/run/runner.ts";
import { systemClock } from "../../core/clock.ts";
import type { Engine } from "../../engine/types.ts";
import { startEngine } from "../../engine/worker/start-engine.ts";
import { hashApiKey } from "../../plan/plan-mac.ts";
import { createFleet } from "../../server/agents/create-fleet.ts";
import type { Fleet } from "../../server/agents/fleet.ts";
import type { PlanKeys } from "../../server/agents/plan-keys.ts";
import { type AppServices, buildApp } from "../../server/app.ts";
import type { App } from "../../server/http/request-context.ts";
import type { Tls } from "../../server/http/tls.ts";
import { type LowdbStore, openLowdbStore } from "../../store/lowdb/open-lowdb-store.ts";
import { createOutbox } from "../../webhooks/outbox/outbox.ts";
import { createSecretBox } from "../../webhooks/signing/secret-box.ts";
import { planKeyAdmin } from "../admin/plan-key-admin.ts";
import { storeAdmin } from "../admin/store-admin.ts";
import { startLocalAgent } from "../agent/start-local-agent.ts";
import { type DefaultAccount, ensureDefaultAccount } from "../keys/default-account.ts";
import { localKeyId } from "../keys/local-api-key.ts";
import { openPlanKeys } from "../keys/open-plan-keys.ts";
import { readSecretKey, webhookSecretKey } from "../keys/secret-key.ts";
import { packageRoot, packageVersion } from "../program/package-root.ts";
import type { SimulatedHost } from "../simulated/read-simulated-hosts.ts";
import { startSimulatedHosts } from "../simulated/start-simulated-hosts.ts";
import { startWebhooks } from "../webhooks/start-webhooks.ts";
import type { WebhookSettings } from "../webhooks/webhook-settings.ts";
import { createEvaluator } from "./create-evaluator.ts";
import { createCachedFreshness } from "./freshness.ts";
import { type ReaderAndCatalogue, loadReaderAndCatalogue } from "./load-reader-and-catalogue.ts";
import { startCuriosity } from "./start-curiosity.ts";
import { startPathfinder } from "./start-pathfinder.ts";

export interface OpenBackendOptions {
  dataDir: string;
  localAgent: boolean;
  /** Simulated hosts. */
  simulatedHosts: SimulatedHost[];
  /** Whether this machine sends snapshots: a server does, a single command does not. */
  snapshots: boolean;
  /** Whether it stays and is listened to: a single command serves only this machine's agents, sends no webhooks and asks nothing by itself. */
  isReachable: boolean;
  webhooks: WebhookSettings;
  minCuriosityIntervalMs: number;
  rateLimitPerMinute: number;
  log: Logger;
  tls?: Tls;
}

/** Everything of a backend, put together over one data folder; nothing listens yet. */
export interface OpenBackend {
  app: App;
  store: LowdbStore;
  account: DefaultAccount;
  planKeys: PlanKeys;
  close(): Promise<void>;
}

/** Waiting costs little, and a run that takes long must not keep others from starting. */
const concurrentRuns = 64;

const clock = systemClock;
const heartbeatMs = 15_000;

export async function openBackend(options: OpenBackendOptions): Promise<OpenBackend> {
  const { dataDir, log } = options;
  const store = await openLowdbStore({ dir: dataDir, log: (event) => log.info(event, "store") });
  const engine = startEngine({
    workerUrl: pathToFileURL(join(packageRoot(), "dist", "engine-worker.js")),
  });
  try {
    return await putTogether(options, store, engine);
  } catch (error) {
    await engine.close();
    await store.close();
    throw error;
  }
}

async function putTogether(
  options: OpenBackendOptions,
  store: LowdbStore,
  engine: Engine,
): Promise<OpenBackend> {
  const { dataDir, log } = options;
  const secretKey = readSecretKey(dataDir);
  const planKeys = openPlanKeys(dataDir);
  const account = await ensureDefaultAccount({ store, clock, random: randomBytes }, secretKey);
  const outbox = createOutbox({
    store,
    clock,
    onError: (error) => log.error({ err: error }, "a changed subscription could not be read"),
  });
  await outbox.load();
  const { emit } = outbox;
  const version = packageVersion();
  const fleet = createFleet({
    store,
    clock,
    emit,
    planKeys,
    isReachable: options.isReachable,
    onError: (error) => log.error({ err: error }, "the fleet's last words could not be stored"),
  });
  const caller = { accountId: account.accountId, apiKeyHash: hashApiKey(account.localKey) };
  const inProcess = { store, emit, fleet, caller, clock, engine, secretKey, version, log };
  const agents = [
    ...(options.localAgent
      ? [await startLocalAgent({ ...inProcess, snapshots: options.snapshots })]
      : []),
    ...(options.simulatedHosts.length > 0 ? [await startSimulatedHosts(options.simulatedHosts, inProcess)] : []),
  ];

  const knowledge = loadReaderAndCatalogue({ store, clock });
  const ways = startPathfinder();
  const brain: BrainServices = {
    store,
    clock,
    emit,
    ...knowledge,
    evaluator: createEvaluator(engine),
    pathfinder: ways.pathfinder,
    agentsOf: fleet.agentsOf,
    ask: fleet.ask,
  };
  const runner = startRunner({
    services: brain,
    worker: `${process.pid}`,
    concurrency: concurrentRuns,
    onError: (error, investigation_id) =>
      log.error({ err: error, investigation_id }, "a run failed"),
  });
  const webhooks = await startWebhooks({
    store,
    clock,
    secrets: createSecretBox(webhookSecretKey(secretKey), randomBytes),
    outbox,
    settings: options.webhooks,
    sendsDeliveries: options.isReachable,
    version,
    log,
  });

  const services: AppServices = {
    store,
    clock,
    random: randomBytes,
    log,
    version,
    emit,
    heartbeatMs,
    fleet,
    tableNames: async () => (await engine.tables()).map(({ name }) => name),
    ...rulesOf(knowledge, { store, fleet }),
    rateLimitPerMinute: options.rateLimitPerMinute,
    minCuriosityIntervalMs: options.minCuriosityIntervalMs,
    wake: () => runner.wake(),
    cancelRunning: (id) => runner.cancel(id),
    planKeys,
    webhooks: webhooks.services,
    localAdmin: {
      ...storeAdmin(store),
      ...planKeyAdmin({ store, planKeys, clock }),
      keyId: localKeyId(account.localKey),
      backup: (file) => store.backup(file),
      ...(webhooks.admitListener && { admitListener: webhooks.admitListener }),
    },
  };
  const curiosity = options.isReachable
    ? await startCuriosity({
        store,
        clock,
        worker: `${process.pid}`,
        services,
        onError: (error, curiosity_id) =>
          log.error({ err: error, curiosity_id }, "a standing question could not be asked"),
      })
    : undefined;
  const app = await buildApp(services, options.tls);
  return {
    app,
    store,
    account,
    planKeys,
    async close() {
      await app.close();
      await curiosity?.stop();
      await runner.stop();
      await ways.close();
      await webhooks.stop();
      await Promise.all(agents.map((agent) => agent.stop()));
      await fleet.stop();
      outbox.close();
      await engine.close();
      await store.close();
    },
  };
}

/** The brain's knowledge in the terms of the server, which knows accounts and not estates. */
function rulesOf(
  { read, catalogue }: ReaderAndCatalogue,
  { store, fleet }: { store: LowdbStore; fleet: Fleet },
): Pick<AppServices, "reader" | "catalogue" | "freshness"> {
  return {
    reader: {
      async read(question, accountId) {
        const agents = await fleet.agentsOf(accountId);
        return read(question, {
          hosts: agents.map(({ hostname }) => hostname),
          tags: agents.map(({ tags }) => tags),
        });
      },
    },
    catalogue: { list: catalogue.list, find: catalogue.describe },
    freshness: createCachedFreshness({ store, clock, agentsOf: fleet.agentsOf }),
  };
}
