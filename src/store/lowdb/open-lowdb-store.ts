import { clearUnfinishedBlobs } from "./blobs/blobs.ts";
import { Checkpointer } from "./checkpoint/checkpointer.ts";
import { CommitQueue } from "./commits/commit-queue.ts";
import { Watchers } from "./commits/watchers.ts";
import { rethrowUnusable } from "./files/errors.ts";
import { lockDataDir } from "./files/lock-data-dir.ts";
import { makeDataDir } from "./files/make-data-dir.ts";
import { removeObsolete } from "./files/remove-obsolete.ts";
import type { StoreLog } from "./files/store-log.ts";
import { type OpenJournalFile, openJournalFile } from "./journal/journal-writer.ts";
import { Journals } from "./journal/journals.ts";
import { loadSoundDataDir } from "./load/load-data-dir.ts";
import { type LowdbStore, storeOver } from "./lowdb-store.ts";
import { dropLeases } from "./tables/drop-leases.ts";
import { formatAfter, type UpgradeStep, upgradeSteps } from "./tables/format.ts";

export type { LowdbStore } from "./lowdb-store.ts";

export interface LowdbStoreOptions {
  dir: string;
  log?: StoreLog;
  /** A journal that has grown to this many bytes, and to the checkpoint's own size, brings on a checkpoint. */
  checkpointBytes?: number;
  /** The journal's files; tests pass ones that fail. */
  openFile?: OpenJournalFile;
  /** From older formats to the current one; tests pass their own. */
  upgrades?: readonly UpgradeStep[];
}

/** About three seconds of commits at full speed, replayed in a fraction of one. */
const defaultCheckpointBytes = 32 * 1024 * 1024;

/** Opens the data folder, which this process then holds until `close`. */
export async function openLowdbStore(options: LowdbStoreOptions): Promise<LowdbStore> {
  const lock = await makeDataDir(options.dir)
    .then(() => lockDataDir(options.dir))
    .catch(rethrowUnusable);
  try {
    if (lock.takenOverFrom !== null) {
      options.log?.({ type: "stale_lock_taken_over", pid: lock.takenOverFrom });
    }
    return await openLocked(options, () => lock.release());
  } catch (error) {
    await lock.release();
    return rethrowUnusable(error);
  }
}

async function openLocked(
  {
    dir,
    log = () => undefined,
    checkpointBytes = defaultCheckpointBytes,
    openFile = openJournalFile,
    upgrades = upgradeSteps,
  }: LowdbStoreOptions,
  release: () => Promise<void>,
): Promise<LowdbStore> {
  await clearUnfinishedBlobs(dir);
  const loaded = await loadSoundDataDir(dir, upgrades);
  const { tables } = loaded;
  dropLeases(tables);
  const journals = await Journals.open(dir, {
    sequence: loaded.journals.at(-1)?.sequence ?? 1,
    goodBytes: loaded.goodBytes,
    openFile,
  });
  if (loaded.tail) log({ type: "torn_tail_dropped", ...loaded.tail });

  const watchers = new Watchers(log);
  const queue = new CommitQueue({
    tables,
    sequence: loaded.sequence,
    append: (lines) => journals.append(lines),
    committed: (changes) => {
      watchers.tell(changes);
      checkpointer.checkpointIfDue();
    },
  });
  const content = { format: formatAfter(upgrades), sequence: loaded.sequence, tables };
  const checkpointer = new Checkpointer({
    dir,
    content,
    queue,
    journals,
    journalBytes: checkpointBytes,
    checkpointBytes: loaded.checkpoint?.bytes ?? 0,
    log,
  });
  if (!loaded.checkpoint || loaded.format !== content.format) await checkpointer.checkpoint();
  else await removeObsolete(dir, loaded.checkpoint.sequence);

  return storeOver({ dir, tables, journals, queue, checkpointer, watchers, release });
}
