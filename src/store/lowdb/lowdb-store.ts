import { setImmediate as nextTurn } from "node:timers/promises";
import type { Store, Versioned } from "../port.ts";
import type { Kind, Records } from "../records.ts";
import { type BackupSummary, writeBackup } from "./backup/write-backup.ts";
import { getBlob, putBlob, removeBlob } from "./blobs/blobs.ts";
import type { Checkpointer } from "./checkpoint/checkpointer.ts";
import type { CommitQueue } from "./commits/commit-queue.ts";
import { type CommitRequest, type Outcome, serializeChanges } from "./commits/plan-batch.ts";
import type { Watchers } from "./commits/watchers.ts";
import { storeClosed } from "./files/errors.ts";
import type { Journals } from "./journal/journals.ts";
import { readPage } from "./tables/read-page.ts";
import type { Tables } from "./tables/tables.ts";

/** The store over one data folder, with what only a folder has. */
export interface LowdbStore extends Store {
  /** Writes a checkpoint now; commits go on meanwhile. */
  checkpoint(): Promise<void>;
  /** Writes everything into one file, consistent, while commits go on. */
  backup(file: string): Promise<BackupSummary>;
}

export interface StoreParts {
  dir: string;
  tables: Tables;
  journals: Journals;
  queue: CommitQueue;
  checkpointer: Checkpointer;
  watchers: Watchers;
  /** Gives the folder back. */
  release: () => Promise<void>;
}

async function* scanTable<K extends Kind>(tables: Tables, kind: K): AsyncGenerator<Records[K]> {
  let told = 0;
  for (const { record } of [...tables.table(kind).rows.values()]) {
    // A long walk gives way to others now and then.
    if (++told % 1000 === 0) await nextTurn();
    yield record as Records[K];
  }
}

/** The port over an open data folder: reads from memory, changes through the queue. */
export function storeOver({
  dir,
  tables,
  journals,
  queue,
  checkpointer,
  watchers,
  release,
}: StoreParts): LowdbStore {
  let closing: Promise<void> | null = null;
  const closeAll = async () => {
    await queue.idle();
    await checkpointer.exclusive(async () => undefined);
    await journals.close();
    await release();
  };
  const submit = async (request: CommitRequest): Promise<Outcome> => {
    if (closing) throw storeClosed();
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

  return {
    commit,
    async find<K extends Kind>(kind: K, id: string) {
      return tables.table(kind).rows.get(id) as Versioned<Records[K]> | undefined;
    },
    page: (kind, query) => readPage(tables, kind, query),
    scan: (kind) => scanTable(tables, kind),
    async claim(kind, query) {
      const outcome = await submit({ type: "claim", kind, query });
      return (outcome as Extract<Outcome, { type: "claim" }>).jobs as Versioned<
        Records[typeof kind]
      >[];
    },
    putBlob: (name, data) => putBlob(dir, { name, data }),
    getBlob: (name, range) => getBlob(dir, name, range),
    removeBlob: (name) => removeBlob(dir, name),
    watch: (listener) => watchers.add(listener),
    async statistics() {
      return { records: tables.counts() };
    },
    async check() {
      // A commit of nothing is a line of its own: it takes the same way to disk as any other.
      await commit([]);
    },
    checkpoint: () => checkpointer.checkpoint(),
    backup: (file) =>
      checkpointer.exclusive(async () => {
        await checkpointer.write();
        return writeBackup(dir, { file, journalBytes: journals.bytes });
      }),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
