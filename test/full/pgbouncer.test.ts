import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ChangedRecord } from "../../src/store/port/store.ts";
import { createPool } from "../../src/store/postgres/connection/create-pool.ts";
import { migrate, migrations } from "../../src/store/postgres/migrations/migrate.ts";
import { openPostgres } from "../contract/open-postgres.ts";
import { storeContract } from "../contract/store-contract.ts";
import { aKey } from "../contract/store-records.ts";
import { sweepContract } from "../contract/sweep-contract.ts";
import { hasPgBouncer, type PgBouncer, startPgBouncer } from "../helpers/pgbouncer.ts";
import { type PostgresCluster, startPostgres } from "../helpers/postgres.ts";
import { openTestStore } from "../helpers/postgres-store.ts";

describe.skipIf(!hasPgBouncer)("in PgBouncer's transaction mode", () => {
  let cluster: PostgresCluster;
  let pooler: PgBouncer;
  beforeAll(async () => {
    cluster = await startPostgres();
    pooler = await startPgBouncer(cluster.url());
  });
  afterAll(async () => {
    await pooler.stop();
    await cluster.stop();
    cluster.remove();
  });

  async function open() {
    const direct = await cluster.createDatabase();
    return openPostgres(pooler.through(direct), direct);
  }
  storeContract({ name: "PostgreSQL", open });
  sweepContract({ name: "PostgreSQL", open });

  test("servers that start at the same time migrate one after the other", async () => {
    const url = pooler.through(await cluster.createDatabase());
    const pools = Array.from({ length: 5 }, () =>
      createPool({ url, max: 4, onError: () => undefined }),
    );
    onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.end()))));
    const summaries = await Promise.all(pools.map((pool) => migrate(pool)));
    expect(summaries.map(({ to }) => to)).toEqual(pools.map(() => migrations.length));
    expect(summaries.filter(({ from }) => from === 0)).toHaveLength(1);
  });

  test("a commit is reported to the other server", async () => {
    const direct = await cluster.createDatabase();
    const openOne = () => openTestStore(pooler.through(direct), { listenUrl: direct });
    const stores = await Promise.all([openOne(), openOne()]);
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const reported = new Promise<ChangedRecord[]>((resolve) => {
      stores[1]!.watch(resolve);
    });
    const record = aKey();
    await stores[0]!.commit([{ type: "put", kind: "key", record }]);
    expect(await reported).toEqual([{ kind: "key", id: record.id }]);
  });

  test("without a direct connection for notifications, a server does not start", async () => {
    const url = pooler.through(await cluster.createDatabase());
    await expect(openTestStore(url, { server: randomUUID() })).rejects.toMatchObject({
      code: "notifications_lost",
    });
  });
});
