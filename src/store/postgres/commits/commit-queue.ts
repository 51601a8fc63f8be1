import type pg from "pg";
import type { ChangedRecord, ClaimQuery, CommitResult, Versioned } from "../../port/store.ts";
import type { JobKind, Records } from "../../records.ts";
import { retried } from "../connection/retried.ts";
import { claimJobs } from "../records/claim-jobs.ts";
import type { CommitRequest } from "./fold-changes.ts";
import { runCommits } from "./run-commits.ts";

export interface CommitQueue {
  commit(request: CommitRequest): Promise<CommitResult>;
  claim<K extends JobKind>(kind: K, query: ClaimQuery): Promise<Versioned<Records[K]>[]>;
  /** Resolves when everything submitted so far is done. */
  settled(): Promise<void>;
}

interface Waiting<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

type Entry =
  | ({ type: "commit"; request: CommitRequest } & Waiting<CommitResult>)
  | { type: "other"; run(): Promise<void> };

/** Enough to share one sync among many callers; a larger batch only makes them wait. */
const maxBatch = 200;

/**
 * Runs commits and claims in the order in which they were submitted. The commits that wait while one
 * batch is written become the next one, so they share a transaction and its sync.
 */
export function createCommitQueue(
  pool: pg.Pool,
  { server, onCommit }: { server: string; onCommit(changed: ChangedRecord[]): void },
): CommitQueue {
  const entries: Entry[] = [];
  let running: Promise<void> | undefined;

  const submit = (entry: Entry) => {
    entries.push(entry);
    running ??= drain();
  };

  async function drain(): Promise<void> {
    // Callers of one turn of the event loop share the first batch.
    await Promise.resolve();
    for (let first = entries.shift(); first; first = entries.shift()) {
      if (first.type === "other") await first.run();
      else await runBatch([first, ...following()]);
    }
    // In the same turn as the last look at the entries: one that is added later starts it again.
    running = undefined;
  }

  function following(): Extract<Entry, { type: "commit" }>[] {
    const batch: Extract<Entry, { type: "commit" }>[] = [];
    while (batch.length < maxBatch - 1 && entries[0]?.type === "commit")
      batch.push(entries.shift() as Extract<Entry, { type: "commit" }>);
    return batch;
  }

  async function runBatch(batch: Extract<Entry, { type: "commit" }>[]): Promise<void> {
    try {
      const requests = batch.map(({ request }) => request);
      const { results, changed } = await retried(() => runCommits(pool, requests, server));
      if (changed.length > 0) onCommit(changed);
      for (const [at, { resolve }] of batch.entries()) resolve(results[at]!);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return {
    commit: (request) =>
      new Promise((resolve, reject) => submit({ type: "commit", request, resolve, reject })),
    claim: (kind, query) =>
      new Promise((resolve, reject) => {
        const run = () =>
          retried(() => claimJobs(pool, kind, { ...query, server })).then(resolve, reject);
        submit({ type: "other", run });
      }),
    async settled() {
      while (running) await running;
    },
  };
}
