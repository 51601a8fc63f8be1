import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { JobWork, JobWorker } from "../../../../../src/store/port/jobs.ts";
import type { PostgresStore } from "../../../../../src/store/postgres/postgres-store.ts";
import { takeOver } from "../../../../../src/store/postgres/servers/start-heartbeat.ts";
import type { InvestigationRecord } from "../../../../../src/store/records.ts";
import { anInvestigation } from "../../../../contract/store-records.ts";
import { newDatabase } from "../../../../helpers/postgres.ts";
import { openTestStore } from "../../../../helpers/postgres-store.ts";
import { signal } from "../../../../helpers/signal.ts";

type Work = JobWork<"investigation">;

async function openStore(url: string): Promise<PostgresStore> {
  const store = await openTestStore(url);
  onTestFinished(() => store.close());
  return store;
}

/** Works on investigations until the test ends or the worker is stopped. */
function work(store: PostgresStore, run: Work["run"], over: Partial<Work> = {}): JobWorker {
  const worker = store.work("investigation", {
    worker: `worker of ${Math.random()}`,
    clock: store.clock,
    leaseMs: 30_000,
    concurrency: 8,
    run,
    onError: () => undefined,
    ...over,
  });
  onTestFinished(() => worker.stop());
  return worker;
}

const put = (store: PostgresStore, ...records: InvestigationRecord[]) =>
  store.commit(records.map((record) => ({ type: "put", kind: "investigation", record })));

const ended = (record: InvestigationRecord): InvestigationRecord => ({
  ...record,
  status: "completed",
  due_at: null,
  lease: null,
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("each job is run once, by one of two servers", async () => {
  const url = await newDatabase();
  const stores = [await openStore(url), await openStore(url)];
  const runs: string[] = [];
  const all = signal();
  for (const store of stores)
    work(store, async ({ record }) => {
      runs.push(record.id);
      await put(store, ended(record));
      if (runs.length === 40) all.resolve();
    });
  const jobs = Array.from({ length: 40 }, (_, at) => anInvestigation({ id: `job-${at}` }));
  await put(stores[0]!, ...jobs);
  await all.promise;
  expect(new Set(runs)).toEqual(new Set(jobs.map(({ id }) => id)));
});

test("a job is leased to the worker that runs it", async () => {
  const store = await openStore(await newDatabase());
  const seen = signal<InvestigationRecord>();
  work(store, async ({ record }) => seen.resolve(record), { worker: "one" });
  await put(store, anInvestigation({ id: "a" }));
  expect((await seen.promise).lease?.worker).toBe("one");
});

test("a job that failed is run again, though its worker still holds the lease", async () => {
  const store = await openStore(await newDatabase());
  const errors: unknown[] = [];
  const again = signal();
  let runs = 0;
  work(
    store,
    async ({ record }) => {
      if (++runs === 1) throw new Error("no luck");
      await put(store, ended(record));
      again.resolve();
    },
    { onError: (error, id) => errors.push([id, (error as Error).message]) },
  );
  await put(store, anInvestigation({ id: "a" }));
  await again.promise;
  expect(errors).toEqual([["a", "no luck"]]);
});

test("a job that is no longer due, or due later, is not run", async () => {
  const url = await newDatabase();
  const store = await openStore(url);
  const later = anInvestigation({ id: "later", due_at: store.clock.now() + 3_600_000 });
  await put(store, anInvestigation({ id: "cancelled" }), anInvestigation({ id: "moved" }), later);
  await put(store, ended(anInvestigation({ id: "cancelled" })), { ...later, id: "moved" });
  const runs: string[] = [];
  const last = signal();
  work(store, async ({ record }) => {
    runs.push(record.id);
    await put(store, ended(record));
    if (record.id === "due") last.resolve();
  });
  await put(store, anInvestigation({ id: "due", due_at: 1 }));
  await last.promise;
  expect(runs).toEqual(["due"]);
});

test("a job that its worker gives up is run by the other server", async () => {
  const url = await newDatabase();
  const [one, other] = [await openStore(url), await openStore(url)];
  const [started, stopping, taken] = [signal(), signal(), signal<string>()];
  const worker = work(one, async ({ record }) => {
    started.resolve();
    await stopping.promise;
    await put(one, { ...record, lease: null });
  });
  await put(one, anInvestigation({ id: "a" }));
  await started.promise;
  work(other, async ({ record }) => {
    await put(other, ended(record));
    taken.resolve(record.id);
  });
  stopping.resolve();
  await worker.stop();
  expect(await taken.promise).toBe("a");
});

test("the job of a server that has died is run by another one", async () => {
  const url = await newDatabase();
  const [dead, other] = [await openStore(url), await openStore(url)];
  const [started, taken, released] = [signal(), signal<string>(), signal()];
  // With one job at a time, it can't fetch again the job that it loses.
  const isBusy = async () => {
    started.resolve();
    await released.promise;
  };
  work(dead, isBusy, { concurrency: 1 });
  await put(dead, anInvestigation({ id: "a" }));
  await started.promise;
  work(other, async ({ record }) => {
    await put(other, ended(record));
    taken.resolve(record.id);
  });
  const pool = new pg.Pool({ connectionString: url });
  // The job's server is the one whose lease it has.
  await pool.query(
    `UPDATE inquest.server SET seen_at = now() - interval '1 minute'
     WHERE id = (SELECT lease_server FROM inquest.investigation WHERE id = 'a')`,
  );
  await takeOver(pool, "a third server");
  await pool.end();
  expect(await taken.promise).toBe("a");
  released.resolve();
});

test("a due record without a job gets one when a server starts", async () => {
  const url = await newDatabase();
  const first = await openStore(url);
  await put(first, anInvestigation({ id: "a" }));
  await query(url, "DELETE FROM inquest_jobs._private_jobs");
  const store = await openStore(url);
  const taken = signal<string>();
  work(store, async ({ record }) => {
    await put(store, ended(record));
    taken.resolve(record.id);
  });
  expect(await taken.promise).toBe("a");
});

test("jobs leave nothing behind when they have run", async () => {
  const url = await newDatabase();
  const store = await openStore(url);
  const done = signal();
  const worker = work(store, async ({ record }) => {
    await put(store, ended(record));
    done.resolve();
  });
  await put(store, anInvestigation({ id: "a" }));
  await done.promise;
  await worker.stop();
  expect(await query(url, "SELECT key FROM inquest_jobs.jobs")).toEqual([]);
});
