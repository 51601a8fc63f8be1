import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import type { Store } from "../../../../src/store/port/store.ts";
import { aKey } from "../../../contract/store-records.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { aDisk } from "./failing-file.ts";
import { copyOfFolder, openStore } from "./folder.ts";

const put = (store: Store, id: string, name = "x") =>
  store.commit([{ type: "put", kind: "key", record: aKey({ id, name }) }]);

async function idsOf(store: Store): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.scan("key")) ids.push(id);
  return ids.sort();
}

const journalOf = (dir: string) => readFile(join(dir, "journal-0000000000000001.jsonl"), "utf8");

test("on a full disk all writes fail and change nothing, and later writes succeed", async () => {
  const dir = temporaryFolder();
  const disk = aDisk();
  const store = await openStore({ dir, openFile: disk.openFile });
  await put(store, "before");
  const journal = await journalOf(dir);

  disk.room = 500;
  const results = await Promise.allSettled(["a", "b", "c", "d"].map((id) => put(store, id)));
  for (const result of results) {
    expect(result).toMatchObject({
      status: "rejected",
      reason: { code: "internal_error", status: 500 },
    });
    const { message } = (result as PromiseRejectedResult).reason as Error;
    expect(message).toContain("no space left");
    expect(message).not.toContain("/");
  }
  expect(await idsOf(store)).toEqual(["before"]);
  expect(await journalOf(dir)).toBe(journal);
  disk.room = 10;
  await expect(store.check()).rejects.toThrow("no space left");

  disk.room = Number.POSITIVE_INFINITY;
  await put(store, "after");
  await store.check();
  expect(await idsOf(await openStore({ dir: await copyOfFolder(dir) }))).toEqual([
    "after",
    "before",
  ]);
});

test("a conflict with a commit that failed is reported as the failure, not as a conflict", async () => {
  const disk = aDisk();
  const store = await openStore({ dir: temporaryFolder(), openFile: disk.openFile });
  disk.room = 10;
  const [first, second] = await Promise.allSettled([
    put(store, "a"),
    store.commit([], [{ kind: "key", id: "a", is: "absent" }]),
  ]);
  expect(first.status).toBe("rejected");
  expect(second.status).toBe("rejected");
});

test("a failed write that can't be truncated blocks the next one until it can", async () => {
  const dir = temporaryFolder();
  const disk = aDisk();
  const store = await openStore({ dir, openFile: disk.openFile });
  await put(store, "before");
  const journal = await journalOf(dir);
  disk.room = 450;
  disk.broken.add("truncate");
  await Promise.allSettled([put(store, "a"), put(store, "b")]);
  disk.room = Number.POSITIVE_INFINITY;
  await expect(put(store, "c")).rejects.toMatchObject({ code: "internal_error" });
  disk.broken.clear();
  await put(store, "after");
  expect((await journalOf(dir)).startsWith(journal)).toBe(true);
  expect(await idsOf(await openStore({ dir: await copyOfFolder(dir) }))).toEqual([
    "after",
    "before",
  ]);
});

test("a failed sync is a failed write", async () => {
  const dir = temporaryFolder();
  const disk = aDisk();
  const store = await openStore({ dir, openFile: disk.openFile });
  disk.broken.add("sync");
  await expect(put(store, "a")).rejects.toThrow("the disk reported an error");
  disk.broken.clear();
  await put(store, "b");
  expect(await idsOf(store)).toEqual(["b"]);
  expect(await idsOf(await openStore({ dir: await copyOfFolder(dir) }))).toEqual(["b"]);
});

test("no change is visible before it is durable", async () => {
  const disk = aDisk();
  const store = await openStore({ dir: temporaryFolder(), openFile: disk.openFile });
  let notifications = 0;
  store.watch(() => notifications++);
  const seen: unknown[] = [];
  disk.beforeSync = async () => {
    seen.push(await store.find("key", "a"), notifications);
  };
  await put(store, "a");
  expect(seen).toEqual([undefined, 0]);
  expect((await store.find("key", "a"))?.record.id).toBe("a");
});

/** Mounts 1 MB of memory as a disk; false where this is not permitted. */
function mountSmallDisk(dir: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", dir], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test("on a disk that is really full, writes fail, reads work, and freeing space helps", async (context) => {
  const dir = temporaryFolder();
  if (!mountSmallDisk(dir)) return context.skip("mounting a tmpfs needs root");
  try {
    const data = join(dir, "data");
    const ballast = join(dir, "ballast");
    await writeFile(ballast, Buffer.alloc(300_000));
    const store = await openLowdbStore({ dir: data });
    const acknowledged: string[] = [];
    const fill = async () => {
      for (let number = 0; ; number++) {
        const id = `k${number}`;
        await put(store, id, "x".repeat(20_000));
        acknowledged.push(id);
      }
    };
    await expect(fill()).rejects.toThrow("no space left");
    expect(await idsOf(store)).toEqual(acknowledged.toSorted());
    await expect(store.putBlob("rows/big", new Uint8Array(600_000))).rejects.toThrow("no space");
    expect(await store.getBlob("rows/big")).toBeUndefined();
    await rm(ballast);
    await put(store, "after", "x".repeat(20_000));
    await store.close();
    const reopened = await openLowdbStore({ dir: data });
    expect(await idsOf(reopened)).toEqual([...acknowledged, "after"].sort());
    await reopened.close();
  } finally {
    execFileSync("umount", [dir]);
  }
});
