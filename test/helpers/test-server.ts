import { randomBytes } from "node:crypto";
import type { InjectOptions } from "fastify";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { openPlanKeys } from "../../src/compose/keys/open-plan-keys.ts";
import { type ApiScope, apiScopes } from "../../src/contract/scopes.ts";
import type { Clock } from "../../src/core/clock.ts";
import { createAccount, createKey } from "../../src/server/access/keys.ts";
import { createFleet, type FleetServices } from "../../src/server/agents/create-fleet.ts";
import type { Fleet } from "../../src/server/agents/fleet.ts";
import type { PlanKeys } from "../../src/server/agents/plan-keys.ts";
import { type AppServices, buildApp } from "../../src/server/app.ts";
import { createUploadReader } from "../../src/server/uploads/read-uploads.ts";
import { openLowdbStore } from "../../src/store/lowdb/open-lowdb-store.ts";
import type { Store } from "../../src/store/port/store.ts";
import { createOutbox } from "../../src/webhooks/outbox/outbox.ts";
import { createSecretBox } from "../../src/webhooks/signing/secret-box.ts";
import { detection, freshness } from "./api-records.ts";
import { reading } from "./records.ts";
import { strictStore } from "./strict-store.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const uploads = createUploadReader(new URL("../../dist/upload-worker.js", import.meta.url));

export const startMs = Date.parse("2026-11-01T00:00:00.000Z");

/** A store in a temporary folder that is removed with the test. */
export async function openTestStore(): Promise<Store> {
  const store = strictStore(await openLowdbStore({ dir: temporaryFolder() }));
  onTestFinished(() => store.close());
  return store;
}

/** Services over a real store, with a clock that the test sets and a record of calls to the runner. */
export function testServices(store: Store, over: Partial<AppServices> = {}) {
  const clock = { ms: startMs, now: () => clock.ms };
  const runnerCalls = { wakes: 0 };
  const planKeys = openPlanKeys(temporaryFolder());
  const outbox = testOutbox({ store, clock });
  const services: AppServices = {
    store,
    clock,
    random: randomBytes,
    log: pino({ level: "silent" }),
    version: "0.1.0",
    rateLimitPerMinute: 0,
    minCuriosityIntervalMs: 60_000,
    heartbeatMs: 60_000,
    reader: { read: async (question) => reading({ text: question }) },
    catalogue: {
      list: async () => [detection()],
      find: async (_account, id) => (id === detection().id ? detection() : undefined),
    },
    keyOf: (id) => (id === detection().id ? ["username"] : undefined),
    emit: outbox.emit,
    freshness: async (_account, { mode }) => freshness({ mode }),
    wake: () => {
      runnerCalls.wakes += 1;
    },
    fleet: testFleet({ store, clock, planKeys }),
    tableNames: async () => ["processes", "shadow", "users"],
    planKeys,
    uploads,
    webhooks: {
      secrets: createSecretBox(randomBytes(32), randomBytes),
      secretOverlapMs: 86_400_000,
      subscriptionChanged: outbox.subscriptionChanged,
      checkUrl: async () => ({ ok: true }),
      counts: () => ({
        attempts: { delivered: 0, retrying: 0, failed_permanent: 0 },
        waiting: 0,
      }),
    },
    ...over,
  };
  return { services, clock, runnerCalls };
}

/** An outbox over a store without subscriptions yet. */
export function testOutbox({ store, clock }: { store: Store; clock: Clock }) {
  return createOutbox({
    store,
    clock,
    onError: (error) => {
      throw error;
    },
  });
}

/** A fleet over a store; it ends with the test. */
export function testFleet({
  store,
  clock,
  planKeys = openPlanKeys(temporaryFolder()),
  onKeyRefused = () => {},
  onConnectionChange = () => {},
  isReachable = true,
  shared,
}: {
  store: Store;
  shared?: FleetServices["shared"];
  clock: Clock;
  planKeys?: PlanKeys;
  onKeyRefused?: FleetServices["onKeyRefused"];
  onConnectionChange?: FleetServices["onConnectionChange"];
  isReachable?: boolean;
}): Fleet {
  const fleet = createFleet({
    store,
    shared,
    clock,
    emit: testOutbox({ store, clock }).emit,
    planKeys,
    uploads,
    isReachable,
    onKeyRefused,
    onConnectionChange,
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(() => fleet.stop());
  return fleet;
}

export interface Call extends Pick<InjectOptions, "headers" | "payload" | "remoteAddress"> {
  /** The API key; by default the first account's with every scope, none when null. */
  key?: string | null;
  json?: unknown;
}

/** The whole API over a real store, with one account and its key. */
export async function startTestServer(over: Partial<AppServices> = {}) {
  const store = await openTestStore();
  const { services, clock, runnerCalls } = testServices(store, over);
  const app = await buildApp(services);
  onTestFinished(() => app.close());
  const account = await createAccount(services, "first");
  const call = async (method: InjectOptions["method"], url: string, options: Call = {}) => {
    const { key = account.key.key, json, headers, ...rest } = options;
    const response = await app.inject({
      method: method as "GET",
      url,
      ...rest,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { payload: JSON.stringify(json) }),
    });
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: isJson ? response.json() : undefined,
    };
  };
  const keyWith = async (...scopes: ApiScope[]) =>
    (await createKey(services, { account_id: account.id, scopes })).key;
  return { app, store, services, clock, runnerCalls, account, call, keyWith };
}

export const everyScope: ApiScope[] = [...apiScopes];
