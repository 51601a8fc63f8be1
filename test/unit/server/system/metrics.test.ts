import { expect, onTestFinished, test, vi } from "vitest";
import { buildApp } from "../../../../src/server/app.ts";
import type { Store } from "../../../../src/store/port/store.ts";
import { aDelivery, anInvestigation } from "../../../contract/store-records.ts";
import { startPostgres } from "../../../helpers/postgres.ts";
import { openTestStore as openPostgres } from "../../../helpers/postgres-store.ts";
import { openTestStore, startMs, testServices } from "../../../helpers/test-server.ts";

/** The metrics of a server, by name with labels. */
async function scraper(store: Store, over: Parameters<typeof testServices>[1] = {}) {
  const app = await buildApp(testServices(store, over).services);
  onTestFinished(() => app.close());
  return async (): Promise<Record<string, number>> => {
    const { statusCode, body } = await app.inject("/metrics");
    expect(statusCode).toBe(200);
    const lines = body.split("\n").filter((line) => /^[a-z]/.test(line));
    return Object.fromEntries(
      lines.map((line) => {
        const at = line.lastIndexOf(" ");
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
    );
  };
}

test("the queues of a data folder are measured, once for scrapes within seconds", async () => {
  const store = await openTestStore();
  const queues = vi.fn(store.queues);
  await store.commit([
    ...[1_000, 4_000].map((ago, at) => ({
      type: "put" as const,
      kind: "delivery" as const,
      record: aDelivery({ id: `d${at}`, due_at: startMs - ago }),
    })),
    { type: "put", kind: "investigation", record: anInvestigation({ id: "i", due_at: null }) },
  ]);
  const scrape = await scraper({ ...store, queues });
  expect(await scrape()).toMatchObject({
    'inquest_queue_depth{kind="delivery"}': 2,
    'inquest_queue_lag_seconds{kind="delivery"}': 4,
    'inquest_queue_depth{kind="investigation"}': 0,
    'inquest_queue_lag_seconds{kind="investigation"}': 0,
    'inquest_queue_depth{kind="curiosity"}': 0,
    'inquest_store_records{kind="delivery"}': 2,
  });
  await scrape();
  expect(queues).toHaveBeenCalledTimes(1);
  expect(Object.keys(await scrape()).filter((name) => name.includes("database"))).toEqual([]);
});

test("a database's connections, servers and availability are measured, also while it is away", async () => {
  const cluster = await startPostgres();
  onTestFinished(async () => {
    await cluster.stop();
    cluster.remove();
  });
  const store = await openPostgres(await cluster.createDatabase(), { onError: () => undefined });
  onTestFinished(() => store.close());
  const { database, problem: storeProblem } = store;
  const scrape = await scraper(store, { database, storeProblem });
  const healthy = await scrape();
  expect(healthy).toMatchObject({
    inquest_database_available: 1,
    inquest_database_connections_waiting: 0,
    inquest_servers: 1,
    'inquest_queue_depth{kind="delivery"}': 0,
  });
  expect(healthy['inquest_database_connections{state="idle"}']).toBeGreaterThan(0);

  await cluster.stop();
  await expect(store.check()).rejects.toMatchObject({ code: "database_unavailable" });
  const away = await scrape();
  expect(away).toMatchObject({ inquest_database_available: 0 });
  expect(Object.keys(away).filter((name) => /queue|servers|records/.test(name))).toEqual([]);

  await cluster.start();
  await expect.poll(scrape, { timeout: 10_000 }).toMatchObject({ inquest_database_available: 1 });
});
