import type { BlobRange, JobKind, Kind, Records } from "../records.ts";

/**
 * One change of a commit. A record is plain JSON (no undefined, no NaN), and one given to the
 * store or got from it is never changed in place: a store may hand the very same object to
 * others. A change is a new record, which may share parts with the old one.
 */
export type Change =
  | { [K in Kind]: { type: "put"; kind: K; record: Records[K] } }[Kind]
  | { type: "remove"; kind: Kind; id: string };

/** What must hold for a commit to happen, checked in the order of commits. */
export type Expectation =
  | { kind: Kind; id: string; is: "absent" }
  /** The record is still the very one that was read: nobody has put another since. */
  | { kind: Kind; id: string; is: "unchanged"; revision: number };

export type CommitResult =
  | { ok: true }
  | { ok: false; reason: "conflict"; expectation: Expectation };

/** A record and the revision that `Expectation` compares. */
export interface Versioned<R> {
  record: R;
  revision: number;
}

/** A page of one account's records of a kind, by id (ids begin with their time, so this is by age). */
export interface PageQuery<R> {
  account: string;
  order: "oldest_first" | "newest_first";
  /** 1 or more. */
  limit: number;
  /** The id of the last record of the page before. */
  after?: string;
  /** Fields that must be equal; those that `indexedFields` names are looked up, not searched. */
  where?: Partial<R>;
  /** Only ids that are not below this one. */
  from?: string;
  /** Only ids below this one. */
  below?: string;
}

export interface Page<R> {
  records: R[];
  /** The `after` of the next page, or null on the last one. */
  next: string | null;
}

export interface ClaimQuery {
  /** Names the worker on the lease. */
  worker: string;
  nowMs: number;
  leaseMs: number;
  limit: number;
  /** Only these, whether due or not: who asks keeps the time himself. */
  ids?: string[];
}

export interface StoreStatistics {
  records: Partial<Record<Kind, number>>;
}

/**
 * Where inquest keeps what it knows. Every method may be called concurrently. A commit's
 * promise resolves after the change is durable; a rejected commit has changed nothing.
 */
export interface Store {
  /** The record, or undefined. */
  find<K extends Kind>(kind: K, id: string): Promise<Versioned<Records[K]> | undefined>;
  /** All of `changes` or none, if every expectation holds. */
  commit(changes: Change[], expectations?: Expectation[]): Promise<CommitResult>;
  /** Keyset page: rows added meanwhile neither repeat nor skip any. */
  page<K extends Kind>(kind: K, query: PageQuery<Records[K]>): Promise<Page<Records[K]>>;
  /** Every record of a kind over all accounts, for start-up and retention. */
  scan<K extends Kind>(kind: K): AsyncIterable<Records[K]>;
  /**
   * Due jobs without a living lease, oldest `due_at` first, now leased to `worker`. A lease ends
   * with the record's next commit, at its time, or with the process that holds it.
   */
  claim<K extends JobKind>(kind: K, query: ClaimQuery): Promise<Versioned<Records[K]>[]>;
  /** Writes a blob once; durable when the promise resolves. Names are `folder/name` in [A-Za-z0-9._-]. */
  putBlob(name: string, data: Uint8Array): Promise<void>;
  /** All of a blob, or `range` of it in bytes; undefined when it isn't there. */
  getBlob(name: string, range?: BlobRange): Promise<Uint8Array | undefined>;
  removeBlob(name: string): Promise<void>;
  /** Calls `listener` after each durable commit with what it changed (on any server, where there are several). */
  watch(listener: (changed: { kind: Kind; id: string }[]) => void): () => void;
  statistics(): Promise<StoreStatistics>;
  /** Rejects when commits can't be made durable at the moment; used by readiness. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The blob, or a range of it, as JSON. */
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

const recordsAPage = 1000;

/** All of one account's records of a kind, oldest first, a page at a time. */
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
      limit: recordsAPage,
      ...(where && { where }),
      ...(after !== undefined && { after }),
    });
    yield page.records;
    after = page.next ?? undefined;
  } while (after !== undefined);
}
