import { type Cleanup, createCleanup } from "../../core/cleanup.ts";
import { changedRecords, Watchers } from "../port/watchers.ts";
import { clearUnfinishedBlobs } from "./blobs/blobs.ts";
import { Checkpointer } from "./checkpoint/checkpointer.ts";
import { CommitQueue } from "./commits/commit-queue.ts";
import { rethrowAsUnusable } from "./files/errors.ts";
import { lockDataDir } from "./files/lock-data-dir.ts";
import { makeDataDir } from "./files/make-data-dir.ts";
import { removeObsolete } from "./files/remove-obsolete.ts";
import type { StoreLog } from "./files/store-log.ts";
import { type OpenJournalFile, openJournalFile } from "./journal/journal-writer.ts";
import { Journals } from "./journal/journals.ts";
import { loadSoundDataDir } from "./load/load-data-dir.ts";
import { createLowdbStore, type LowdbStore } from "./lowdb-store.ts";
import { dropLeases } from "./tables/drop-leases.ts";
import { formatAfter, type UpgradeStep, upgradeSteps } from "./tables/format.ts";

export type { LowdbStore } from "./lowdb-store.ts";

export interface LowdbStoreOptions {
  dir: string;
  log?: StoreLog;
  /** A checkpoint is due when the journal has reached this size and that of the last checkpoint. */
  checkpointBytes?: number;
  /** Opens journal files; tests pass files that fail. */
  openFile?: OpenJournalFile;
  /** Upgrades from older formats to the current one; tests pass their own. */
  upgrades?: readonly UpgradeStep[];
}

/** About three seconds of commits at full speed; replaying them takes a fraction of a second. */
const defaultCheckpointBytes = 32 * 1024 * 1024;

/** Opens the data folder and holds its lock until `close`. */
export async function openLowdbStore(options: LowdbStoreOptions): Promise<LowdbStore> {
  const { dir, log } = options;
  const cleanup = createCleanup();
  const open = async () => {
    await makeDataDir(dir);
    const lock = await lockDataDir(dir);
    cleanup.defer(() => lock.release());
    const pid = lock.takenOverFrom;
    if (pid !== null) log?.({ type: "stale_lock_taken_over", pid });
    return openLocked(options, cleanup);
  };
  return cleanup.onFailure(open).catch(rethrowAsUnusable);
}

async function openLocked(
  {
    dir,
    log = () => undefined,
    checkpointBytes = defaultCheckpointBytes,
    openFile = openJournalFile,
    upgrades = upgradeSteps,
  }: LowdbStoreOptions,
  cleanup: Cleanup,
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
  cleanup.defer(() => journals.close());
  if (loaded.tail) log({ type: "torn_tail_dropped", ...loaded.tail });

  const watchers = new Watchers((error) => log({ type: "listener_failed", error }));
  const queue = new CommitQueue({
    tables,
    sequence: loaded.sequence,
    append: (lines) => journals.append(lines),
    committed: (changes) => {
      watchers.notify(changedRecords(changes));
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
  cleanup.defer(() => checkpointer.idle());
  cleanup.defer(() => queue.idle());
  if (!loaded.checkpoint || loaded.format !== content.format) await checkpointer.checkpoint();
  else await removeObsolete(dir, loaded.checkpoint.sequence);

  const close = () => cleanup.run();
  return createLowdbStore({ dir, tables, journals, queue, checkpointer, watchers, close });
}
