import type { BlobRange, JobKind, Kind, Records } from "../records.ts";
import type { JobWork, JobWorker } from "./jobs.ts";
import type { SweepQuery, SweepSummary } from "./retention.ts";
import type { Queues, StoreStatistics } from "./statistics.ts";

/**
 * One change of a commit. A record is plain JSON (no undefined, no NaN). Never modify a record
 * after passing it to the store or reading it from there: the store may return the same object
 * to others. Put a new record instead; it may share parts with the old one.
 */
export type Change =
  | { [K in Kind]: { type: "put"; kind: K; record: Records[K] } }[Kind]
  | { type: "remove"; kind: Kind; id: string };

/** A precondition of a commit, checked in commit order. */
export type Expectation =
  | { kind: Kind; id: string; is: "absent" }
  /** The record has not been put again since it was read. */
  | { kind: Kind; id: string; is: "unchanged"; revision: number };

export type CommitResult =
  | { ok: true }
  | { ok: false; reason: "conflict"; expectation: Expectation };

/** A record and the revision that `Expectation` compares. */
export interface Versioned<R> {
  record: R;
  revision: number;
}

/** A page of one account's records of a kind, ordered by id and so by age: ids begin with their time. */
export interface PageQuery<R> {
  account: string;
  order: "oldest_first" | "newest_first";
  /** 1 or more. */
  limit: number;
  /** The id of the last record of the previous page. */
  after?: string;
  /** Fields that must be equal. Fields in `indexedFields` use an index; others are scanned. */
  where?: Partial<R>;
  /** Only ids equal to or above this one. */
  from?: string;
  /** Only ids below this one. */
  below?: string;
}

export interface Page<R> {
  records: R[];
  /** The `after` of the next page; null on the last page. */
  next: string | null;
}

export interface ClaimQuery {
  /** Names the worker on the lease. */
  worker: string;
  nowMs: number;
  leaseMs: number;
  limit: number;
  /** Only these jobs, due or not: the caller schedules them itself. */
  ids?: string[];
}

export interface ChangedRecord {
  kind: Kind;
  id: string;
  /** Of a delivery that was put. */
  subscription?: string;
}

/**
 * Storage for all records and blobs. Every method may be called concurrently. A commit resolves
 * once the change is durable; a rejected commit has changed nothing.
 */
export interface Store {
  /** The record, or undefined. */
  find<K extends Kind>(kind: K, id: string): Promise<Versioned<Records[K]> | undefined>;
  /** Applies all changes if every expectation holds, else none. */
  commit(changes: Change[], expectations?: Expectation[]): Promise<CommitResult>;
  /** A keyset page: records added meanwhile cause neither repeats nor gaps. */
  page<K extends Kind>(kind: K, query: PageQuery<Records[K]>): Promise<Page<Records[K]>>;
  /** Every record of a kind across all accounts, for start-up. */
  scan<K extends Kind>(kind: K): AsyncIterable<Records[K]>;
  /**
   * Leases due jobs to `worker`, oldest `due_at` first, except those with an unexpired lease. A
   * lease ends with the record's next commit, when it expires, or with the process that holds it.
   */
  claim<K extends JobKind>(kind: K, query: ClaimQuery): Promise<Versioned<Records[K]>[]>;
  /**
   * Runs due jobs until it is stopped. Over all processes, a job is run by one at a time; one whose
   * process dies is run again, by another server within a minute.
   */
  work<K extends Exclude<JobKind, "delivery">>(kind: K, work: JobWork<K>): JobWorker;
  /** Writes a blob once; durable when the promise resolves. Names are `folder/name` in [A-Za-z0-9._-]. */
  putBlob(name: string, data: Uint8Array): Promise<void>;
  /** A blob, or a byte `range` of it; undefined when absent. */
  getBlob(name: string, range?: BlobRange): Promise<Uint8Array | undefined>;
  removeBlob(name: string): Promise<void>;
  /**
   * Calls `changed` after each durable commit with the changed ids, including commits of other
   * servers, and `missed` when some of those may have gone unnoticed, because the connection to the
   * database was lost: whatever was cached must be read again. What `sweep` removes may be left out:
   * it ended long ago. Returns the function that stops it.
   */
  watch(changed: (records: ChangedRecord[]) => void, missed?: () => void): () => void;
  /**
   * Removes, in slices, investigations, final deliveries and events that are older than the retention,
   * acceptances that ended longer ago, and idempotency records after 24 hours. The last completed run
   * of each scheduled question stays, because the next run is compared with it; so do events of stored
   * deliveries, which may be replayed, and verdicts, which feed calibration. The blobs of a removed
   * investigation go with it. Of several servers, one sweeps at a time; the others remove nothing.
   */
  sweep(query: SweepQuery): Promise<SweepSummary>;
  statistics(): Promise<StoreStatistics>;
  /** The jobs that a claim at `nowMs` could take; more than 100,000 may be reported as 100,000. */
  queues(nowMs: number): Promise<Queues>;
  /** Rejects while commits can't be made durable; used by the readiness check. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const blobNamePart = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/** Whether `name` is `folder/name`, which can't point outside the folder of the blobs. */
export function isBlobName(name: string): boolean {
  const parts = name.split("/");
  return parts.length === 2 && parts.every((part) => blobNamePart.test(part));
}

/** Reads a blob, or a range of it, as JSON. */
export async function readJsonBlob<T>(
  store: Store,
  name: string,
  range?: BlobRange,
): Promise<T | undefined> {
  const data = await store.getBlob(name, range);
  return data === undefined ? undefined : (JSON.parse(new TextDecoder().decode(data)) as T);
}

export async function writeJsonBlob(store: Store, name: string, value: unknown): Promise<void> {
  await store.putBlob(name, new TextEncoder().encode(JSON.stringify(value)));
}

const pageSize = 1000;

/** All records of a kind of one account, oldest first, page by page. */
export async function* everyPage<K extends Kind>(
  store: Store,
  kind: K,
  { account, where }: Pick<PageQuery<Records[K]>, "account" | "where">,
): AsyncGenerator<Records[K][]> {
  let after: string | undefined;
  do {
    const page = await store.page(kind, {
      account,
      order: "oldest_first",
      limit: pageSize,
      ...(where && { where }),
      ...(after !== undefined && { after }),
    });
    yield page.records;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
