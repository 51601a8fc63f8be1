import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { LowdbStore } from "../src/store/lowdb/lowdb-store.ts";
import { openLowdbStore } from "../src/store/lowdb/open-lowdb-store.ts";
import { anInvestigation } from "../test/contract/store-records.ts";
import type { BenchRow } from "./row.ts";

const writers = 32;
const measuredMs = 3_000;
const recordCount = 100_000;

declare const gc: () => void;

const place = (number: number) => String(number).padStart(9, "0");
const record = (number: number) => anInvestigation({ id: `inv_${place(number)}`, due_at: null });

/** Runs `work` in as many loops as there are writers; gives how often a second it came back. */
async function rate(work: (number: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let number = 0;
  let done = 0;
  const writer = async () => {
    while (performance.now() - start < measuredMs) {
      await work(number++);
      done++;
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return (done / (performance.now() - start)) * 1000;
}

async function storeCommits(dir: string): Promise<number> {
  const store = await openLowdbStore({ dir });
  try {
    return await rate((number) =>
      store.commit([{ type: "put", kind: "investigation", record: record(number) }]),
    );
  } finally {
    await store.close();
  }
}

async function sqliteCommits(dir: string): Promise<number> {
  const db = new Database(join(dir, "peer.db"));
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("CREATE TABLE record (id TEXT PRIMARY KEY, json TEXT) WITHOUT ROWID");
  const insert = db.prepare("INSERT OR REPLACE INTO record VALUES (?, ?)");
  try {
    return await rate(async (number) => {
      const put = record(number);
      insert.run(put.id, JSON.stringify(put));
    });
  } finally {
    db.close();
  }
}

/** Fills a folder; gives the bytes of its records' JSON. */
async function fill(dir: string): Promise<number> {
  const store = await openLowdbStore({ dir });
  let bytes = 0;
  for (let from = 0; from < recordCount; from += 500) {
    const records = Array.from({ length: 500 }, (_, at) => record(from + at));
    for (const put of records) bytes += JSON.stringify(put).length;
    await store.commit(records.map((put) => ({ type: "put", kind: "investigation", record: put })));
  }
  await store.close();
  return bytes;
}

interface Start {
  store: LowdbStore;
  seconds: number;
  heapBytes: number;
}

async function start(dir: string): Promise<Start> {
  gc();
  const before = process.memoryUsage();
  const from = performance.now();
  const store = await openLowdbStore({ dir });
  const seconds = (performance.now() - from) / 1000;
  gc();
  const after = process.memoryUsage();
  const heapBytes = after.heapUsed + after.external - before.heapUsed - before.external;
  return { store, seconds, heapBytes };
}

/** The longest the loop was held up while a checkpoint of everything was written. */
async function longestBlockMs(store: LowdbStore): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  }, 1);
  await store.checkpoint();
  clearInterval(timer);
  return longest;
}

async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(import.meta.dirname ?? ".", "data-"));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function commitRows(): Promise<BenchRow[]> {
  const peer = await inFolder(sqliteCommits);
  const own = await inFolder(storeCommits);
  return [
    {
      what: `durable commits/s, ${writers} writers`,
      measured: own.toFixed(0),
      peer: `better-sqlite3 ${peer.toFixed(0)} (${(own / peer).toFixed(1)}x)`,
      bar: ">= 20,000 and >= 2x",
      met: own >= 20_000 && own >= 2 * peer,
    },
  ];
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

function startRow(what: string, { seconds }: Start): BenchRow {
  return {
    what: `start with 100,000 records, ${what}`,
    measured: `${seconds.toFixed(2)} s`,
    bar: "<= 1.5 s",
    met: seconds <= 1.5,
  };
}

async function sizeRows(dir: string): Promise<BenchRow[]> {
  const jsonBytes = await fill(dir);
  const asFilled = await start(dir);
  const block = await longestBlockMs(asFilled.store);
  await asFilled.store.close();
  const checkpointed = await start(dir);
  await checkpointed.store.close();
  const ratio = asFilled.heapBytes / jsonBytes;
  return [
    startRow("as left by 200 commits", asFilled),
    startRow("from a fresh checkpoint", checkpointed),
    {
      what: "memory of 100,000 records against their JSON",
      measured: `${ratio.toFixed(2)}x (heap ${mb(asFilled.heapBytes)}, JSON ${mb(jsonBytes)})`,
      bar: "<= 3x",
      met: ratio <= 3,
    },
    {
      what: "longest hold-up of the loop while a checkpoint is written",
      measured: `${block.toFixed(1)} ms`,
      bar: "<= 50 ms",
      met: block <= 50,
    },
  ];
}

export async function run(): Promise<BenchRow[]> {
  return [...(await inFolder(sizeRows)), ...(await commitRows())];
}
