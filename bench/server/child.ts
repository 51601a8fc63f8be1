// One of the two servers of the trigger benchmark, in its own process.
// Prints its address and its key; ends when its stdin does.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
// biome-ignore lint/correctness/noUndeclaredDependencies: the one that the server itself runs on
import { fastify } from "fastify";
import { describeFreshness } from "../../src/brain/snapshots/freshness.ts";
import { openPlanKeys } from "../../src/compose/keys/open-plan-keys.ts";
import { TriggerRequest, TriggerResponse } from "../../src/contract/investigation.ts";
import { systemClock } from "../../src/core/clock.ts";
import { newId } from "../../src/core/ids.ts";
import { createAccount } from "../../src/server/access/keys.ts";
import { createFleet } from "../../src/server/agents/create-fleet.ts";
import { type AppServices, buildApp } from "../../src/server/app.ts";
import { formats } from "../../src/server/http/formats.ts";
import { createLogger } from "../../src/server/http/log.ts";
import { listen } from "../../src/server/listen.ts";
import { createUploadReader } from "../../src/server/uploads/read-uploads.ts";
import { openLowdbStore } from "../../src/store/lowdb/open-lowdb-store.ts";
import type { Store } from "../../src/store/port/store.ts";
import { openPostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { createOutbox } from "../../src/webhooks/outbox/outbox.ts";
import { createSecretBox } from "../../src/webhooks/signing/secret-box.ts";

interface Started {
  url: string;
  key: string;
  stop(): Promise<void>;
}

/** Log lines are made as in production and then dropped. */
function nowhere(): Writable {
  return new Writable({ write: (_line, _encoding, done) => done() });
}

/** The store of a database, or of a folder. */
async function openStore(dir: string, database: string | undefined): Promise<Store> {
  if (database === undefined) return openLowdbStore({ dir });
  return openPostgresStore({
    url: database,
    server: randomUUID(),
    keyFingerprint: "",
    onError: console.error,
    onAvailability: () => undefined,
  });
}

/** The whole API over a store, without a runner for queued investigations. */
async function startInquest(database?: string): Promise<Started> {
  const dir = await mkdtemp(join(tmpdir(), "inquest-bench-"));
  const store = await openStore(dir, database);
  const planKeys = openPlanKeys(dir);
  const uploads = createUploadReader(new URL("../../dist/upload-worker.js", import.meta.url));
  const outbox = createOutbox({ store, clock: systemClock, onError: console.error });
  const services: AppServices = {
    store,
    clock: systemClock,
    random: randomBytes,
    log: createLogger("info", nowhere()),
    version: "0.0.0",
    rateLimitPerMinute: 1e9,
    minCuriosityIntervalMs: 60_000,
    heartbeatMs: 15_000,
    reader: { read: () => Promise.reject(new Error("not part of this benchmark")) },
    catalogue: { list: async () => [], find: async () => undefined },
    keyOf: () => undefined,
    emit: outbox.emit,
    freshness: async (account, { mode, depth }) => {
      const agents = await store.page("agent", { account, order: "oldest_first", limit: 1000 });
      return describeFreshness(agents.records, new Map(), { mode, depth, nowMs: Date.now() });
    },
    wake: () => undefined,
    fleet: createFleet({
      store,
      clock: systemClock,
      emit: outbox.emit,
      planKeys,
      uploads,
      isReachable: true,
      onKeyRefused: () => undefined,
      onConnectionChange: () => undefined,
      onError: (error) => console.error(error),
    }),
    tableNames: async () => [],
    planKeys,
    uploads,
    webhooks: {
      secrets: createSecretBox(randomBytes(32), randomBytes),
      secretOverlapMs: 0,
      subscriptionChanged: outbox.subscriptionChanged,
      checkUrl: async () => ({ ok: true }),
      counts: () => ({
        attempts: { delivered: 0, retrying: 0, failed_permanent: 0 },
        waiting: 0,
      }),
    },
  };
  const { key } = await createAccount(services, "bench");
  const app = await buildApp(services);
  const url = await listen(app, { host: "127.0.0.1", port: 0 });
  const stop = async () => {
    await app.close();
    await uploads.close();
    await store.close();
    await rm(dir, { recursive: true });
  };
  return { url, key: key.key, stop };
}

/** A bare Fastify route with the same schemas that keeps nothing. */
async function startBare(): Promise<Started> {
  const app = fastify({ ajv: { customOptions: { formats } } });
  app.post(
    "/v1/investigations",
    { schema: { body: TriggerRequest, response: { 202: TriggerResponse } } },
    async (_request, reply) => {
      const id = newId("inv", Date.now());
      const self = `/v1/investigations/${id}`;
      return reply.code(202).send({
        investigation_id: id,
        status: "queued",
        estimated_completion_seconds: 15,
        links: { self, cancel: self, stream: `${self}/stream` },
        freshness: describeFreshness([], new Map(), {
          mode: "auto",
          depth: "standard",
          nowMs: Date.now(),
        }),
      });
    },
  );
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url, key: "none", stop: () => app.close() };
}

const [, , which, database] = process.argv;
const { url, key, stop } = await (which === "bare" ? startBare() : startInquest(database));
process.stdout.write(`${JSON.stringify({ url, key })}\n`);
process.stdin.resume().once("end", () => void stop());
