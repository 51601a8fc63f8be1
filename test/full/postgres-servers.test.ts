import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { durableDatabase, startPostgres } from "../helpers/postgres.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { receiverCa, startReceiver } from "../helpers/webhook-receiver.ts";

/** More for a closer look: KILLS=10 npx vitest run --config vitest.full.config.ts postgres-servers */
const kills = Number(process.env.KILLS ?? 2);
const questionsPerKill = 60;

/** A PostgreSQL whose commits are synced, as an operator's are. */
async function durablePostgres() {
  const cluster = await startPostgres({});
  onTestFinished(cluster.remove);
  return cluster;
}

type Folder = ReturnType<typeof serverFolder>;

function folderOver(database: string, keysOf?: Folder): Folder {
  const home = mkdtempSync(join(tmpdir(), "inquest-servers-"));
  const folder = serverFolder(home, onTestFinished, database);
  if (!keysOf) return folder;
  mkdirSync(folder.dataDir, { mode: 0o700 });
  for (const file of ["secret.key", "plan.key"])
    copyFileSync(join(keysOf.dataDir, file), join(folder.dataDir, file));
  return folder;
}

async function receiverFlags() {
  const receiver = await startReceiver({
    answer: (_, response) => void setTimeout(() => response.end(), 40),
  });
  const ca = join(temporaryFolder(), "ca.pem");
  writeFileSync(ca, receiverCa());
  const flags = [
    ...["--webhook-allow", "127.0.0.1/32", "--webhook-ca", ca],
    ...["--no-local-agent", "--rate-limit", "0", "--log-level", "error"],
  ];
  return { receiver, flags };
}

const outcomes = async (server: ServerProcess, key: string, ids: string[]) =>
  Promise.all(
    ids.map(
      async (id) => (await server.call("GET", `/v1/investigations/${id}`, { key })).body.status,
    ),
  );

test("a server that is killed again and again loses no question and no delivery", {
  timeout: 300_000,
}, async () => {
  const { url: database, remove } = await durableDatabase();
  onTestFinished(remove);
  const { receiver, flags } = await receiverFlags();
  const stays = folderOver(database);
  const steady = await stays.start(...flags);
  const { key } = steady;
  const events = ["investigation.queued", "investigation.failed"];
  const made = await steady.call("POST", "/v1/webhooks/subscriptions", {
    body: { url: receiver.url, events },
  });
  expect(made.status).toBe(201);
  const dies = folderOver(database, stays);
  const asked: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const doomed = await dies.start(...flags);
    const accepted = await Promise.all(
      Array.from({ length: questionsPerKill }, (_, at) =>
        (at % 2 === 0 ? doomed : steady).call("POST", "/v1/investigations", {
          key,
          body: { query: "SELECT 1" },
        }),
      ),
    );
    asked.push(...accepted.map(({ body }) => body.investigation_id));
    await doomed.stop("SIGKILL");
  }
  // There is no agent, so each fails with its own event.
  await expect
    .poll(async () => new Set(await outcomes(steady, key, asked)), {
      timeout: 120_000,
      interval: 500,
    })
    .toEqual(new Set(["failed"]));
  const told = () =>
    receiver.requests.map(({ body }) => {
      const { event_id, event_type, data } = JSON.parse(body);
      return { event_id, about: `${event_type} ${data.investigation.investigation_id}` };
    });
  await expect
    .poll(() => new Set(told().map(({ about }) => about)).size, { timeout: 120_000, interval: 500 })
    .toBe(2 * asked.length);
  const times = new Map<string, number>();
  for (const { event_id } of told()) times.set(event_id, (times.get(event_id) ?? 0) + 1);
  // One event each: no question ended twice. At most one more attempt for each kill.
  expect(times.size).toBe(2 * asked.length);
  expect(Math.max(...times.values())).toBeLessThanOrEqual(1 + kills);
});

test("a database that is killed loses nothing that was accepted, and the server goes on", {
  timeout: 180_000,
}, async () => {
  const cluster = await durablePostgres();
  const { receiver, flags } = await receiverFlags();
  const server = await folderOver(await cluster.createDatabase()).start(...flags);
  const { key } = server;
  await server.call("POST", "/v1/webhooks/subscriptions", {
    body: { url: receiver.url, events: ["investigation.queued"] },
  });
  const accepted: string[] = [];
  const ask = async () => {
    const { status, body } = await server.call("POST", "/v1/investigations", {
      body: { query: "SELECT 1" },
    });
    if (status === 202) accepted.push(body.investigation_id);
    return status;
  };
  const statuses = Array.from({ length: 40 }, ask);
  const killed = cluster.kill();
  const early = await Promise.all(statuses);
  await killed;
  expect(early.filter((status) => status !== 202 && status !== 503)).toEqual([]);
  expect(await ask()).toBe(503);
  await cluster.start();
  await expect.poll(ask, { timeout: 30_000, interval: 250 }).toBe(202);
  await expect
    .poll(async () => new Set(await outcomes(server, key, accepted)), {
      timeout: 90_000,
      interval: 500,
    })
    .toEqual(new Set(["failed"]));
  const told = () =>
    new Set(
      receiver.requests.map(({ body }) => JSON.parse(body).data.investigation.investigation_id),
    );
  await expect
    .poll(() => accepted.filter((id) => !told().has(id)), { timeout: 60_000, interval: 500 })
    .toEqual([]);
});
