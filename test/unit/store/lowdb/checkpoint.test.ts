import { cp, mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { StoreEvent } from "../../../../src/store/lowdb/files/store-log.ts";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import type { Store } from "../../../../src/store/port/store.ts";
import { aKey } from "../../../contract/store-records.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { copyOfFolder, openStore } from "./folder.ts";

const put = (store: Store, id: string, name = "x") =>
  store.commit([{ type: "put", kind: "key", record: aKey({ id, name }) }]);

async function recordsOf(store: Store): Promise<Record<string, string | null>> {
  const records: Record<string, string | null> = {};
  for await (const { id, name } of store.scan("key")) records[id] = name;
  return records;
}

const dataFiles = async (dir: string) =>
  (await readdir(dir)).filter((name) => /^(journal|checkpoint)/.test(name)).sort();

test("a durable checkpoint replaces the journal and the older checkpoint", async () => {
  const dir = temporaryFolder();
  const store = await openStore({ dir });
  await put(store, "a");
  await store.checkpoint();
  expect(await dataFiles(dir)).toEqual([
    "checkpoint-0000000000000001.json",
    "journal-0000000000000002.jsonl",
  ]);
});

test("a crash between a checkpoint's rename and the removal of the old files loses nothing", async () => {
  const dir = temporaryFolder();
  const store = await openStore({ dir });
  await put(store, "a", "old");
  await put(store, "b");
  const before = await copyOfFolder(dir);
  await store.commit([{ type: "remove", kind: "key", id: "b" }]);
  await put(store, "a", "new");
  await store.checkpoint();
  await put(store, "c");
  const after = await copyOfFolder(dir);
  for (const name of await dataFiles(before)) await cp(join(before, name), join(after, name));
  expect(await recordsOf(await openStore({ dir: after }))).toEqual({ a: "new", c: "x" });
  expect(await dataFiles(after)).toEqual(await dataFiles(dir));
});

test("a crash after the journal's rotation and before the checkpoint loses nothing", async () => {
  const dir = temporaryFolder();
  const store = await openStore({ dir });
  await put(store, "a");
  const before = await copyOfFolder(dir);
  await store.checkpoint();
  await put(store, "b");
  const crashed = await copyOfFolder(dir);
  await rm(join(crashed, "checkpoint-0000000000000001.json"));
  await cp(join(crashed, "journal-0000000000000002.jsonl"), join(crashed, "half.tmp"));
  for (const name of await dataFiles(before)) await cp(join(before, name), join(crashed, name));
  const reopened = await openLowdbStore({ dir: crashed });
  expect(await recordsOf(reopened)).toEqual({ a: "x", b: "x" });
  await put(reopened, "c");
  await reopened.checkpoint();
  await reopened.close();
  expect(await recordsOf(await openStore({ dir: crashed }))).toEqual({ a: "x", b: "x", c: "x" });
});

test("checkpoints start by themselves when the journal has grown, and keep commits made meanwhile", async () => {
  const dir = temporaryFolder();
  let written = 0;
  const store = await openStore({
    dir,
    checkpointBytes: 20_000,
    log: (event) => {
      if (event.type === "checkpoint_written") written++;
    },
  });
  const expected: Record<string, string> = {};
  for (let round = 0; round < 60; round++) {
    await Promise.all(
      Array.from({ length: 20 }, (_, number) => {
        expected[`k${number}-${round % 7}`] = `${round}`;
        return put(store, `k${number}-${round % 7}`, `${round}`);
      }),
    );
  }
  await store.close();
  expect(written).toBeGreaterThan(2);
  expect(await recordsOf(await openStore({ dir }))).toEqual(expected);
});

test("checkpoints become rarer as they grow", async () => {
  let written = 0;
  const store = await openStore({
    dir: temporaryFolder(),
    checkpointBytes: 2_000,
    log: (event) => {
      if (event.type === "checkpoint_written") written++;
    },
  });
  for (let number = 0; number < 400; number++) await put(store, `k${number}`);
  expect(written).toBeLessThan(12);
});

test("a failed checkpoint is logged, loses nothing, and the next one succeeds", async () => {
  const dir = temporaryFolder();
  const events: StoreEvent[] = [];
  const long = "x".repeat(1_000);
  let tell: () => void;
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const store = await openStore({
    dir,
    // The second commit must not start another checkpoint while the folder is copied.
    checkpointBytes: 1_000,
    log: (event) => {
      events.push(event);
      if (event.type === "checkpoint_failed") tell();
    },
  });
  await mkdir(join(dir, "checkpoint-0000000000000001.json"));
  await put(store, "a", long);
  await told;
  await put(store, "b");
  await rmdir(join(dir, "checkpoint-0000000000000001.json"));
  const crashed = await copyOfFolder(dir);
  expect(await recordsOf(await openStore({ dir: crashed }))).toEqual({ a: long, b: "x" });
  await store.checkpoint();
  expect(await dataFiles(dir)).toHaveLength(2);
  expect(events.map(({ type }) => type)).toContain("checkpoint_failed");
});

test("an older format is upgraded step by step on opening, and a newer one is refused", async () => {
  const dir = temporaryFolder();
  const old = await openLowdbStore({ dir });
  await put(old, "in-checkpoint", "a");
  await old.checkpoint();
  await put(old, "in-journal", "b");
  await old.close();

  const upgrades = [(_kind: string, record: object) => ({ ...record, name: "upgraded" }) as never];
  const upgraded = await openLowdbStore({ dir, upgrades });
  const expected = { "in-checkpoint": "upgraded", "in-journal": "upgraded" };
  expect(await recordsOf(upgraded)).toEqual(expected);
  await put(upgraded, "new", "as it is");
  await upgraded.close();

  const again = await openLowdbStore({ dir, upgrades });
  expect(await recordsOf(again)).toEqual({ ...expected, new: "as it is" });
  await again.close();
  await expect(openLowdbStore({ dir })).rejects.toMatchObject({ code: "store_too_new" });
});
