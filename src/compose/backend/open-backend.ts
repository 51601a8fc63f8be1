import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { AgentLog } from "../../agent/agent-log.ts";
import { createJudge } from "../../brain/advisories/create-judge.ts";
import { loadAdvisories } from "../../brain/advisories/load/load-advisories.ts";
import { startNameIndex } from "../../brain/estate-names/start-name-index.ts";
import { type Cleanup, createCleanup } from "../../core/cleanup.ts";
import type { Clock } from "../../core/clock.ts";
import { startEngine } from "../../engine/worker/start-engine.ts";
import { hashApiKey } from "../../plan/plan-mac.ts";
import { createFleet } from "../../server/agents/create-fleet.ts";
import type { PlanKeys } from "../../server/agents/plan-keys.ts";
import { type AppServices, buildApp } from "../../server/app.ts";
import type { App } from "../../server/http/request-context.ts";
import type { Tls } from "../../server/http/tls.ts";
import { createUploadReader } from "../../server/uploads/read-uploads.ts";
import type { Store } from "../../store/port/store.ts";
import { createOutbox } from "../../webhooks/outbox/outbox.ts";
import { createSecretBox } from "../../webhooks/signing/secret-box.ts";
import { type ActivityLog, createActivityLog } from "../activity/activity-log.ts";
import { watchQuestions } from "../activity/watch-questions.ts";
import { localKeyAdmin } from "../admin/local-key-admin.ts";
import { planKeyAdmin } from "../admin/plan-key-admin.ts";
import { storeAdmin } from "../admin/store-admin.ts";
import { startLocalAgent } from "../agent/start-local-agent.ts";
import { type DefaultAccount, ensureDefaultAccount } from "../keys/default-account.ts";
import { openPlanKeys } from "../keys/open-plan-keys.ts";
import { readSecretKey, webhookSecretKey } from "../keys/secret-key.ts";
import type { LlmSettings } from "../llm/llm-settings.ts";
import { loadOwnDefinitions, type OwnFolders } from "../own/load-own-definitions.ts";
import { packageVersion, workerUrl } from "../program/package-root.ts";
import type { SimulatedHost } from "../simulated/read-simulated-hosts.ts";
import { startSimulatedHosts } from "../simulated/start-simulated-hosts.ts";
import { openStore } from "../store/open-store.ts";
import { startWebhooks } from "../webhooks/start-webhooks.ts";
import type { WebhookSettings } from "../webhooks/webhook-settings.ts";
import { openQuestions } from "./open-questions.ts";
import { questionServices } from "./question-services.ts";
import { startCuriosity } from "./start-curiosity.ts";
import { startRuns } from "./start-runs.ts";

export interface OpenBackendOptions {
  dataDir: string;
  /** The store is in this database instead of the data folder. */
  databaseUrl?: string | undefined;
  /** A direct connection for notifications, if `databaseUrl` is that of a pooler. */
  databaseListenUrl?: string | undefined;
  localAgent: boolean;
  simulatedHosts: SimulatedHost[];
  /** Whether this machine's agent sends snapshots: true for a server, false for a single command. */
  snapshots: boolean;
  /**
   * True for a server. A backend inside a single command is not reachable: it serves this
   * machine's agents only, sends no webhooks and runs no scheduled questions.
   */
  isReachable: boolean;
  webhooks: WebhookSettings;
  minCuriosityIntervalMs: number;
  rateLimitPerMinute: number;
  llm?: LlmSettings;
  own: OwnFolders;
  /** Folder of an operator's advisories. */
  advisories?: string | undefined;
  log: Logger;
  tls?: Tls;
}

/** A whole backend over one data folder. It does not listen yet. */
export interface OpenBackend {
  app: App;
  store: Store;
  /** The time by which records are written. */
  clock: Clock;
  account: DefaultAccount;
  planKeys: PlanKeys;
  activity: ActivityLog;
  close(): Promise<void>;
}

const heartbeatMs = 15_000;

/**
 * Opens the data folder and starts everything over it. `close` stops it in reverse order; so
 * does a start that fails, before it throws.
 */
export function openBackend(options: OpenBackendOptions): Promise<OpenBackend> {
  const cleanup = createCleanup();
  return cleanup.onFailure(async () => {
    const base = await openBase(options, cleanup);
    await startAgents(options, base, cleanup);
    const services = await startServices(options, base, cleanup);
    if (options.isReachable) await startScheduledQuestions(services, base.worker, cleanup);
    const app = await buildApp(services, options.tls);
    cleanup.defer(() => app.close());
    const { store, clock, account, planKeys, activity } = base;
    return { app, store, clock, account, planKeys, activity, close: () => cleanup.run() };
  });
}

type Base = Awaited<ReturnType<typeof openBase>>;

/** The store with its keys and account, the engine, and the parts that agents connect to. */
async function openBase(options: OpenBackendOptions, cleanup: Cleanup) {
  const { dataDir, isReachable, own: folders, advisories: folder, log } = options;
  const advisories = folder === undefined ? undefined : createJudge(loadAdvisories(folder));
  const { close, ...opened } = await openStore(options, log);
  const { store, shared, clock } = opened;
  cleanup.defer(close);
  const engine = startEngine({ workerUrl: workerUrl("engine") });
  cleanup.defer(() => engine.close());
  const own = await loadOwnDefinitions(folders, engine);

  const secretKey = readSecretKey(dataDir);
  const planKeys = openPlanKeys(dataDir);
  const account = await ensureDefaultAccount(
    { store, clock, random: randomBytes },
    secretKey.local,
  );
  const outbox = createOutbox({
    store,
    clock,
    onError: (error) => log.error({ err: error }, "failed to read a changed subscription"),
  });
  cleanup.defer(() => outbox.close());
  await outbox.load();
  const { emit } = outbox;
  const uploads = createUploadReader(workerUrl("upload"));
  cleanup.defer(() => uploads.close());
  const activity = createActivityLog(log);
  const fleet = createFleet({
    store,
    shared,
    clock,
    emit,
    planKeys,
    uploads,
    isReachable,
    onKeyRefused: ({ agent: { account_id, agent_id, hostname }, ...key }) =>
      log.warn(
        { account_id, agent_id, hostname, ...key },
        "an agent with another key or client certificate tried to register with this agent id",
      ),
    onConnectionChange: activity.connectionChanged,
    onError: (error) => log.error({ err: error }, "failed to store the agents' last heartbeats"),
  });
  cleanup.defer(() => fleet.stop());
  const version = packageVersion();
  return {
    ...opened,
    // On leases; process ids of several machines may be equal.
    worker: `${process.pid}-${randomBytes(6).toString("hex")}`,
    engine,
    own,
    advisories,
    secretKey,
    planKeys,
    account,
    outbox,
    emit,
    uploads,
    fleet,
    activity,
    version,
  };
}

/** This machine's agent and the simulated hosts, which stop at the same time. */
async function startAgents(
  { localAgent, simulatedHosts, snapshots, log }: OpenBackendOptions,
  { account, ...base }: Base,
  cleanup: Cleanup,
): Promise<void> {
  const caller = { accountId: account.accountId, apiKeyHash: hashApiKey(account.localKey) };
  const { lasting } = base.secretKey;
  const services = { ...base, secretKey: lasting, caller, log: agentLog(log) };
  const agents: { stop(): Promise<void> }[] = [];
  cleanup.defer(() => Promise.all(agents.map((agent) => agent.stop())));
  if (localAgent) agents.push(await startLocalAgent({ ...services, snapshots }));
  if (simulatedHosts.length > 0) agents.push(await startSimulatedHosts(simulatedHosts, services));
}

/** The server logs which agents are connected; what its own agents log is detail. */
function agentLog(log: Logger): AgentLog {
  const { debug, warn, error } = log;
  return {
    debug: debug.bind(log),
    info: debug.bind(log),
    warn: warn.bind(log),
    error: error.bind(log),
  };
}

/** Starts deliveries and runs, and collects the services of the HTTP app. */
async function startServices(
  options: OpenBackendOptions,
  base: Base,
  cleanup: Cleanup,
): Promise<AppServices> {
  const { log } = options;
  const { store, clock, engine, own, secretKey, planKeys, account, outbox } = base;
  const { activity, emit, fleet, uploads, version } = base;
  const webhooks = await startWebhooks({
    store,
    shared: base.shared?.deliveries,
    clock,
    secrets: createSecretBox(webhookSecretKey(secretKey), randomBytes),
    outbox,
    settings: options.webhooks,
    sendsDeliveries: options.isReachable,
    worker: base.worker,
    version,
    activity,
    log,
  });
  cleanup.defer(() => webhooks.stop());
  const names = startNameIndex(store, {
    onError: (error) => log.error({ err: error }, "failed to read the names in a snapshot"),
  });
  cleanup.defer(() => names.stop());
  const ownDetections = own.detections;
  const parts = { store, engine, clock, log, names, ownDetections };
  const questions = openQuestions(options.llm, parts);
  const { isReachable } = options;
  if (isReachable) {
    const onError = (error: unknown) => log.error({ err: error }, "failed to log a question");
    const watch = watchQuestions(store, { ...activity, onError });
    cleanup.defer(() => watch.stop());
  }
  const runner = startRuns({ ...base, ...questions, isReachable, log }, cleanup);
  return {
    store,
    ...(base.shared && { shared: base.shared }),
    ...(base.database && { database: base.database }),
    clock,
    random: randomBytes,
    log,
    version,
    emit,
    heartbeatMs,
    storeProblem: base.problem,
    fleet,
    uploads,
    tableNames: async () => (await engine.tables()).map(({ name }) => name),
    ...questionServices(questions, { store, clock, fleet }),
    rateLimitPerMinute: options.rateLimitPerMinute,
    minCuriosityIntervalMs: options.minCuriosityIntervalMs,
    wake: () => runner.wake(),
    planKeys,
    webhooks: webhooks.services,
    localAdmin: {
      ...storeAdmin(store),
      ...planKeyAdmin({ store, planKeys, clock }),
      ...localKeyAdmin({ store, dataDir: options.dataDir, accountId: account.accountId }),
      backup: base.backup,
      ...(webhooks.admitListener && { admitListener: webhooks.admitListener }),
    },
  };
}

async function startScheduledQuestions(
  services: AppServices,
  worker: string,
  cleanup: Cleanup,
): Promise<void> {
  const { store, clock, log } = services;
  const scheduler = await startCuriosity({
    store,
    clock,
    worker,
    services,
    onError: (error, curiosity_id) =>
      log.error({ err: error, curiosity_id }, "failed to start a scheduled question"),
  });
  cleanup.defer(() => scheduler.stop());
}
