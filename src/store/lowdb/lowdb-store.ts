import { setImmediate as nextTurn } from "node:timers/promises";
import type { Store, Versioned } from "../port/store.ts";
import type { Watchers } from "../port/watchers.ts";
import type { Kind, Records } from "../records.ts";
import { type BackupSummary, writeBackup } from "./backup/write-backup.ts";
import { getBlob, putBlob, removeBlob } from "./blobs/blobs.ts";
import type { Checkpointer } from "./checkpoint/checkpointer.ts";
import type { CommitQueue } from "./commits/commit-queue.ts";
import { type CommitRequest, type Outcome, serializeChanges } from "./commits/plan-batch.ts";
import { storeClosed } from "./files/errors.ts";
import type { Journals } from "./journal/journals.ts";
import { sweep } from "./retention/sweep.ts";
import { readPage } from "./tables/read-page.ts";
import { readQueues } from "./tables/read-queues.ts";
import type { Tables } from "./tables/tables.ts";
import { workByClaims } from "./work-by-claims.ts";

/** A store over one data folder, with the operations that only a folder supports. */
export interface LowdbStore extends Store {
  /** Writes a checkpoint now. Commits continue meanwhile. */
  checkpoint(): Promise<void>;
  /** Writes a consistent copy of everything to one file. Commits continue meanwhile. */
  backup(file: string): Promise<BackupSummary>;
}

export interface StoreParts {
  dir: string;
  tables: Tables;
  journals: Journals;
  queue: CommitQueue;
  checkpointer: Checkpointer;
  watchers: Watchers;
  /** Waits for commits in progress, then closes the files and releases the folder's lock. */
  close: () => Promise<void>;
}

async function* scanTable<K extends Kind>(tables: Tables, kind: K): AsyncGenerator<Records[K]> {
  let visited = 0;
  for (const { record } of [...tables.table(kind).rows.values()]) {
    // Long scans yield to the event loop.
    if (++visited % 1000 === 0) await nextTurn();
    yield record as Records[K];
  }
}

/** Implements the port over an open data folder: reads come from memory, changes go through the queue. */
export function createLowdbStore({
  dir,
  tables,
  journals,
  queue,
  checkpointer,
  watchers,
  close,
}: StoreParts): LowdbStore {
  let isClosed = false;
  const submit = async (request: CommitRequest): Promise<Outcome> => {
    if (isClosed) throw storeClosed();
    return queue.submit(request);
  };
  const commit: Store["commit"] = async (changes, expectations = []) => {
    const outcome = await submit({
      type: "commit",
      changes: serializeChanges(changes),
      expectations,
    });
    return (outcome as Extract<Outcome, { type: "commit" }>).result;
  };
  const scan: Store["scan"] = (kind) => scanTable(tables, kind);
  const dropBlob: Store["removeBlob"] = (name) => removeBlob(dir, name);

  const claim: Store["claim"] = async (kind, query) => {
    const outcome = await submit({ type: "claim", kind, query });
    return (outcome as Extract<Outcome, { type: "claim" }>).jobs as Versioned<
      Records[typeof kind]
    >[];
  };

  return {
    commit,
    async find<K extends Kind>(kind: K, id: string) {
      return tables.table(kind).rows.get(id) as Versioned<Records[K]> | undefined;
    },
    page: (kind, query) => readPage(tables, kind, query),
    scan,
    claim,
    work: (kind, work) => workByClaims({ claim }, kind, work),
    putBlob: (name, data) => putBlob(dir, { name, data }),
    getBlob: (name, range) => getBlob(dir, name, range),
    removeBlob: dropBlob,
    sweep: (query) => sweep({ scan, commit, removeBlob: dropBlob }, query),
    watch: (changed) => watchers.add({ changed }),
    async statistics() {
      return { records: tables.counts() };
    },
    queues: async (nowMs) => readQueues(tables, nowMs),
    async check() {
      // An empty commit still writes a journal line, so it tests the whole path to disk.
      await commit([]);
    },
    checkpoint: () => checkpointer.checkpoint(),
    backup: (file) =>
      checkpointer.exclusive(async () => {
        await checkpointer.write();
        return writeBackup(dir, { file, journalBytes: journals.bytes });
      }),
    close() {
      isClosed = true;
      return close();
    },
  };
}
