import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRateLimit } from "../../../../src/server/http/rate-limiter.ts";
import type { PostgresStore } from "../../../../src/store/postgres/postgres-store.ts";
import { newDatabase, noPostgres, runSql } from "../../../helpers/postgres.ts";
import { openTestStore } from "../../../helpers/postgres-store.ts";

const clock = { now: () => 0 };

describe.skipIf(noPostgres)("over PostgreSQL", () => {
  let database: string;
  const stores: PostgresStore[] = [];

  beforeAll(async () => {
    database = await newDatabase();
    const onError = () => undefined;
    for (let server = 0; server < 2; server++)
      stores.push(await openTestStore(database, { onError }));
  });

  afterAll(async () => {
    for (const store of stores) await store.close();
  });

  const limits = (name: string, perMinute: number) =>
    stores.map(({ shared }) => createRateLimit({ clock, shared }, { name, perMinute }));

  test("servers count one caller's requests together, in turn or at once", async () => {
    const [one, other] = limits("in turn", 3);
    expect(await one!.count("a")).toBe(null);
    expect(await other!.count("a")).toBe(null);
    expect(await one!.count("a")).toBe(null);
    expect(await other!.count("a")).toBe(60);
    expect(await other!.count("b")).toBe(null);
    const both = limits("at once", 70);
    const counted = await Promise.all(
      Array.from({ length: 100 }, (_, at) => both[at % 2]!.count("a")),
    );
    expect(counted.filter((wait) => wait === null)).toHaveLength(70);
  });

  test("a window that has ended is followed by another, and is not kept", async () => {
    const [one, other] = limits("ended", 1);
    await one!.count("a");
    expect(await other!.count("a")).not.toBe(null);
    await runSql(database, "UPDATE inquest.rate_window SET ends_at = now()");
    expect(await other!.count("a")).toBe(null);
    expect(await one!.count("a")).toBe(60);
  });

  test("limits of different names count apart", async () => {
    const [[keys], [agents]] = [limits("key", 1), limits("agent", 1)];
    expect(await keys!.count("a")).toBe(null);
    expect(await agents!.count("a")).toBe(null);
  });
});
