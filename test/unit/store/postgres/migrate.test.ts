import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { createPool } from "../../../../src/store/postgres/connection/create-pool.ts";
import { migrate, migrations } from "../../../../src/store/postgres/migrations/migrate.ts";
import { newDatabase } from "../../../helpers/postgres.ts";

const pools: pg.Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

function poolOf(url: string): pg.Pool {
  const pool = createPool({
    url,
    max: 4,
    onError(error) {
      throw error;
    },
  });
  pools.push(pool);
  return pool;
}

test("an empty database is brought to the program's version, once", async () => {
  const pool = poolOf(await newDatabase());
  expect(await migrate(pool)).toEqual({ from: 0, to: migrations.length });
  expect(await migrate(pool)).toEqual({ from: migrations.length, to: migrations.length });
});

test("of servers that start at the same time, one migrates and the others wait", async () => {
  const url = await newDatabase();
  const summaries = await Promise.all([1, 2, 3].map(() => migrate(poolOf(url))));
  expect(summaries.filter(({ from }) => from === 0)).toHaveLength(1);
});

test("a database of a newer program is refused and left as it is", async () => {
  const pool = poolOf(await newDatabase());
  await migrate(pool, [...migrations, "CREATE TABLE inquest.newer ()"]);
  await expect(migrate(pool)).rejects.toMatchObject({ code: "store_too_new" });
});

test("a migration that fails half-way is rolled back and can be run again", async () => {
  const pool = poolOf(await newDatabase());
  const failing = "CREATE TABLE inquest.half (); SELECT 1 / 0";
  await expect(migrate(pool, [...migrations, failing])).rejects.toThrow("division by zero");
  const { rows } = await pool.query("SELECT to_regclass('inquest.half') AS half");
  expect(rows).toEqual([{ half: null }]);
  const next = "CREATE TABLE inquest.half ()";
  const from = migrations.length;
  expect(await migrate(pool, [...migrations, next])).toEqual({ from, to: from + 1 });
});

test("a migration whose connection is killed is undone, and another server runs it", async () => {
  const url = await newDatabase();
  await migrate(poolOf(url));
  const waits = "CREATE TABLE inquest.half (); SELECT pg_sleep(30)";
  const interrupted = migrate(poolOf(url), [...migrations, waits]).catch((error: unknown) => error);
  const admin = new pg.Client(url);
  await admin.connect();
  const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  while ((await admin.query(kill)).rowCount === 0);
  await admin.end();
  expect(await interrupted).toBeInstanceOf(Error);
  expect(await migrate(poolOf(url), [...migrations, "CREATE TABLE inquest.half ()"])).toEqual({
    from: migrations.length,
    to: migrations.length + 1,
  });
});
