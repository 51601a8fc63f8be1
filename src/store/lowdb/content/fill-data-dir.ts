import { existsSync } from "node:fs";
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { type Cleanup, createCleanup } from "../../../core/cleanup.ts";
import { AppError } from "../../../core/errors.ts";
import { writeDurably } from "../../../core/write-durably.ts";
import type { ContentTarget, RecordBatch } from "../../port/content.ts";
import type { Change, Store } from "../../port/store.ts";
import { keyFiles } from "../backup/write-backup.ts";
import { rethrowAsUnusable } from "../files/errors.ts";
import { lockDataDir } from "../files/lock-data-dir.ts";
import { makeDataDir } from "../files/make-data-dir.ts";
import { openLowdbStore } from "../open-lowdb-store.ts";
import { readDataDir } from "./read-data-dir.ts";
import { adoptCopy, clearInterruptedCopy, unfinishedCopy } from "./unfinished-copy.ts";

export interface DataDirToFill {
  dir: string;
  /** Content of key files that it lacks, by name. */
  keys: ReadonlyMap<string, Uint8Array>;
  /** Files that it may have and that are removed once the copy is complete. */
  obsolete: readonly string[];
}

/**
 * Fills a data folder that is new or has only keys. `fill` writes to a folder inside it, which is moved
 * into place when it is complete; if it fails, the data folder is as it was.
 */
export function fillDataDir<T>(
  target: DataDirToFill,
  fill: (content: ContentTarget) => Promise<T>,
): Promise<T> {
  const { dir, obsolete } = target;
  const undo = createCleanup();
  const work = async () => {
    if (!existsSync(dir)) undo.defer(() => rmdir(dir));
    await makeDataDir(dir);
    const lock = await lockDataDir(dir);
    undo.defer(() => lock.release());
    await clearInterruptedCopy(dir);
    await refuseRecords(dir, obsolete);
    const result = await writeCopy(target, fill);
    for (const name of obsolete) await rm(join(dir, name), { force: true });
    await adoptCopy(dir);
    await lock.release();
    return result;
  };
  return undo.onFailure(work).catch(rethrowAsUnusable);
}

async function writeCopy<T>(
  { dir, keys }: DataDirToFill,
  fill: (content: ContentTarget) => Promise<T>,
): Promise<T> {
  const copy = unfinishedCopy(dir);
  const undo: Cleanup = createCleanup();
  return undo.onFailure(async () => {
    await mkdir(copy, { mode: 0o700 });
    undo.defer(() => rm(copy, { recursive: true }));
    for (const [name, content] of keys) await writeDurably(join(copy, name), content);
    const store = await openLowdbStore({ dir: copy });
    undo.defer(() => store.close());
    const result = await fill({
      putRecords: (batch) => putRecords(store, batch),
      putBlob: ({ name, data }) => store.putBlob(name, data),
      async written() {
        await store.checkpoint();
        await store.close();
        return readDataDir(copy);
      },
    });
    await store.close();
    return result;
  });
}

async function putRecords(store: Store, { kind, records }: RecordBatch): Promise<void> {
  await store.commit(records.map((record) => ({ type: "put", kind, record }) as Change));
}

/** Keys are kept. What else is there may be what somebody needs. */
async function refuseRecords(dir: string, obsolete: readonly string[]): Promise<void> {
  const mayBeThere = [...keyFiles, ...obsolete];
  const names = await readdir(dir);
  if (names.every((name) => mayBeThere.includes(name) || /^lock\b/.test(name))) return;
  throw new AppError("data_dir_not_empty", `The data folder is not empty: ${dir}.`, {
    kind: "usage",
  });
}
