import pg from "pg";
import { afterEach, expect, test } from "vitest";
import type { ChangedRecord, Store } from "../../../../src/store/port/store.ts";
import type { OnAvailability } from "../../../../src/store/postgres/connection/availability.ts";
import { takeOver } from "../../../../src/store/postgres/servers/start-heartbeat.ts";
import { aKey, anInvestigation } from "../../../contract/store-records.ts";
import { newDatabase, startPostgres } from "../../../helpers/postgres.ts";
import { openTestStore } from "../../../helpers/postgres-store.ts";
import { signal } from "../../../helpers/signal.ts";

const opened: Store[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

async function openStore(
  url: string,
  onAvailability: OnAvailability = () => undefined,
): Promise<Store> {
  const store = await openTestStore(url, { onAvailability });
  opened.push(store);
  return store;
}

async function twoServers(): Promise<[Store, Store]> {
  const url = await newDatabase();
  return Promise.all([openStore(url), openStore(url)]);
}

const put = (store: Store, record: ReturnType<typeof aKey>) =>
  store.commit([{ type: "put", kind: "key", record }]);

/** Resolves with the first notification. */
const nextChange = (store: Store) =>
  new Promise<ChangedRecord[]>((resolve) => {
    const stop = store.watch((changed) => {
      stop();
      resolve(changed);
    });
  });

test("a commit is notified to the watchers of the other server, once", async () => {
  const [one, other] = await twoServers();
  const heard: ChangedRecord[] = [];
  one.watch((changed) => void heard.push(...changed));
  const there = nextChange(other);
  const key = aKey();
  await put(one, key);
  expect(await there).toEqual([{ kind: "key", id: key.id }]);
  const back = nextChange(one);
  const reply = aKey();
  await put(other, reply);
  await back;
  // Its own notification would have come before the reply.
  expect(heard.map(({ id }) => id)).toEqual([key.id, reply.id]);
});

test("a commit of more records than fit in a notification is notified in parts", async () => {
  const [one, other] = await twoServers();
  const keys = Array.from({ length: 500 }, () => aKey());
  const seen = new Set<string>();
  const all = new Promise<void>((resolve) => {
    other.watch((changed) => {
      for (const { id } of changed) seen.add(id);
      if (seen.size === keys.length) resolve();
    });
  });
  await one.commit(keys.map((record) => ({ type: "put", kind: "key", record })));
  await all;
  expect(seen).toEqual(new Set(keys.map(({ id }) => id)));
});

test("of commits of two servers that expect the same absence, one succeeds", async () => {
  const servers = await twoServers();
  for (let round = 0; round < 20; round++) {
    const id = `round-${round}`;
    const results = await Promise.all(
      servers.map((store, at) =>
        store.commit(
          [{ type: "put", kind: "key", record: aKey({ id, name: String(at) }) }],
          [{ kind: "key", id, is: "absent" }],
        ),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const winner = results.findIndex(({ ok }) => ok);
    expect((await servers[0].find("key", id))?.record.name).toBe(String(winner));
  }
});

test("of commits of two servers that expect a record unchanged, one succeeds", async () => {
  const servers = await twoServers();
  const key = aKey();
  await put(servers[0], key);
  for (let round = 0; round < 20; round++) {
    const { revision } = (await servers[0].find("key", key.id))!;
    const results = await Promise.all(
      servers.map((store, at) =>
        store.commit(
          [{ type: "put", kind: "key", record: { ...key, name: `${round} ${at}` } }],
          [{ kind: "key", id: key.id, is: "unchanged", revision }],
        ),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  }
});

test("servers that put the same records in opposite orders wait for each other and succeed", async () => {
  const servers = await twoServers();
  const keys = Array.from({ length: 20 }, () => aKey());
  const changes = keys.map((record) => ({ type: "put", kind: "key", record }) as const);
  for (let round = 0; round < 10; round++) {
    const results = await Promise.all([
      servers[0].commit(changes),
      servers[1].commit([...changes].reverse()),
    ]);
    expect(results).toEqual([{ ok: true }, { ok: true }]);
  }
});

test("two servers that claim never get the same job", async () => {
  const servers = await twoServers();
  const jobs = Array.from({ length: 40 }, (_, at) => anInvestigation({ id: `job-${at}` }));
  await servers[0].commit(jobs.map((record) => ({ type: "put", kind: "investigation", record })));
  const query = { worker: "w", nowMs: 10, leaseMs: 1000, limit: 3 };
  const claimed: string[] = [];
  for (let taken = 1; taken > 0; ) {
    const got = await Promise.all(servers.map((store) => store.claim("investigation", query)));
    const ids = got.flat().map(({ record }) => record.id);
    claimed.push(...ids);
    taken = ids.length;
  }
  expect(claimed).toHaveLength(40);
  expect(new Set(claimed).size).toBe(40);
});

test("after a lost connection, watchers are told that they may have missed changes", async () => {
  const url = await newDatabase();
  const changes: unknown[] = [];
  const { promise: isBack, resolve: back } = signal();
  const [one, other] = [
    await openStore(url, (change) => {
      changes.push(change);
      if (change.available) back();
    }),
    await openStore(url),
  ];
  const missed = new Promise<void>((resolve) => {
    one.watch(() => undefined, resolve);
  });
  const admin = new pg.Client(url);
  await admin.connect();
  // The other server's connections stay.
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE query LIKE 'LISTEN %' AND datname = current_database()
     ORDER BY backend_start LIMIT 1`,
  );
  await admin.end();
  await missed;
  // By the next heartbeat at the latest.
  await isBack;
  expect(changes).toEqual([{ available: false, why: "it is stopping" }, { available: true }]);
  const again = nextChange(one);
  const key = aKey();
  await put(other, key);
  expect(await again).toEqual([{ kind: "key", id: key.id }]);
});

test("without a database, a store can't be opened, and the message shows no secret", async () => {
  const url = "postgres://someone:very-secret@127.0.0.1:1/inquest";
  await expect(openTestStore(url)).rejects.toMatchObject({
    code: "database_unavailable",
    status: 503,
    message: "The database can't be used: it can't be reached.",
  });
  await expect(openTestStore("nonsense:very-secret")).rejects.toThrow(
    /^The database URL is not valid\.$/,
  );
});

test("while the database is stopped, calls fail with 503; when it is back, they work, and nothing is lost", async () => {
  const cluster = await startPostgres();
  const changes: unknown[] = [];
  const { promise: isBack, resolve: back } = signal();
  try {
    const store = await openStore(await cluster.createDatabase(), (change) => {
      changes.push(change);
      if (change.available) back();
    });
    const kept = aKey();
    await put(store, kept);
    await cluster.stop();
    const lost = { code: "database_unavailable", status: 503, retryAfterSeconds: 5 };
    await expect(put(store, aKey())).rejects.toMatchObject(lost);
    await expect(store.find("key", kept.id)).rejects.toMatchObject(lost);
    await expect(store.check()).rejects.toMatchObject(lost);
    await cluster.start();
    await isBack;
    expect((await store.find("key", kept.id))?.record).toEqual(kept);
    await put(store, aKey());
    expect(changes).toHaveLength(2);
    await store.close();
  } finally {
    await cluster.remove();
  }
});

test("the jobs of a server that has died can be claimed by another one", async () => {
  const url = await newDatabase();
  const [dead, other] = [await openStore(url), await openStore(url)];
  const job = anInvestigation({ id: "inv_left" });
  await dead.commit([{ type: "put", kind: "investigation", record: job }]);
  const query = { worker: "w", nowMs: 10, leaseMs: 600_000, limit: 1 };
  expect(await dead.claim("investigation", query)).toHaveLength(1);
  expect(await other.claim("investigation", query)).toEqual([]);
  const pool = new pg.Pool({ connectionString: url });
  await pool.query("UPDATE inquest.server SET seen_at = now() - interval '1 minute'");
  await takeOver(pool, "a third server");
  await pool.end();
  expect(await other.claim("investigation", query)).toHaveLength(1);
});

test("a server with another secret key than the first is refused", async () => {
  const url = await newDatabase();
  await openStore(url);
  await expect(openTestStore(url, { keyFingerprint: "another" })).rejects.toMatchObject({
    code: "other_secret_key",
  });
});
