import type { Store } from "../../store/port/store.ts";
import { loadSnapshot } from "../snapshots/find-snapshot.ts";
import { type EstateNames, groupOf, namesInJson, namingTables } from "./names-in-json.ts";

export interface NameIndex {
  /** The names in an account's snapshots, as far as they have been read. */
  of(accountId: string): EstateNames;
  /** Resolves once every snapshot that is known so far has been read. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Names beyond these come from hosts that are made to exhaust memory. */
const mostNames = 200_000;

const accountOf = (recordId: string) => recordId.slice(0, recordId.indexOf("/"));

const nothingNamed = (): EstateNames => ({ users: new Set(), software: new Set() });

/**
 * Collects the names in the latest snapshots of all hosts, so that a question is read with the names
 * that the estate really has. Snapshots are read one at a time in the background. A name stays known
 * until the server restarts: it costs nothing to know one that is gone.
 */
export function startNameIndex(
  store: Store,
  { onError }: { onError(error: unknown): void },
): NameIndex {
  const accounts = new Map<string, EstateNames>();
  const pending = new Set<string>();
  let stopped = false;
  let reading: Promise<void> | null = null;

  async function readPending(): Promise<void> {
    for (const recordId of pending) {
      if (stopped) return;
      pending.delete(recordId);
      const names = accounts.get(accountOf(recordId)) ?? nothingNamed();
      accounts.set(accountOf(recordId), names);
      await addNames(store, recordId, names).catch(onError);
    }
  }

  function add(recordIds: Iterable<string>): void {
    for (const id of recordIds) pending.add(id);
    if (pending.size === 0) return;
    // What is added while a snapshot is read is read by the same loop.
    reading ??= readPending().finally(() => {
      reading = null;
    });
  }

  const scan = () => storedSnapshots(store).then(add, onError);
  const unwatch = store.watch(
    (changed) => add(changed.filter(({ kind }) => kind === "snapshot").map(({ id }) => id)),
    () => void scan(),
  );
  const scanned = scan();
  return {
    of: (accountId) => accounts.get(accountId) ?? nothingNamed(),
    async settled() {
      await scanned;
      while (reading) await reading;
    },
    async stop() {
      stopped = true;
      unwatch();
      await scanned;
      await reading;
    },
  };
}

async function storedSnapshots(store: Store): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.scan("snapshot")) ids.push(id);
  return ids;
}

/** Adds the names in the latest snapshot of one host, which has the id `recordId`. */
async function addNames(store: Store, recordId: string, names: EstateNames): Promise<void> {
  const snapshot = await loadSnapshot(store, { id: recordId });
  for (const table of namingTables) {
    if (!snapshot?.tables[table]) continue;
    const json = (await snapshot.read([table]))?.[table] ?? "null";
    const group = names[groupOf(table)];
    for (const name of namesInJson(table, json)) {
      if (group.size < mostNames) group.add(name);
    }
  }
}
