import type { Depth, Mode, Scope, Tags } from "../contract/common.ts";
import type { Event } from "../contract/event.ts";
import type {
  Failure,
  Freshness,
  InvestigationStatus,
  Progress,
} from "../contract/investigation.ts";
import type { TableGap } from "../contract/plan.ts";
import type { Reading } from "../contract/reading.ts";
import type { ApiScope } from "../contract/scopes.ts";
import type { Chain, Finding, Summary } from "../contract/summary.ts";
import type { Criticality } from "../contract/tag-policy.ts";

/** What every record has; ids are unique within a kind, and `account_id` never changes. */
interface StoredRecord {
  id: string;
  account_id: string;
}

/** Work that one worker at a time may take; see `Store.claim`. */
interface Job {
  /** Epoch ms from which the job may be claimed; null when there is nothing to do. */
  due_at: number | null;
  /** Who works on it, until when (epoch ms); a lease that has run out may be claimed again. */
  lease: { worker: string; until: number } | null;
}

export interface AccountRecord extends StoredRecord {
  name: string;
  created_at: string;
}

export interface KeyRecord extends StoredRecord {
  name: string | null;
  scopes: ApiScope[];
  /** Hex SHA-256 of the whole key; the key itself is never stored. */
  secret_sha256: string;
  created_at: string;
  revoked_at: string | null;
}

/** One step of an investigation as its stream tells it; `seq` rises by one within an investigation. */
export type TimelineEntry =
  | { seq: number; type: "status"; status: InvestigationStatus }
  | { seq: number; type: "finding"; finding_id: string }
  | { seq: number; type: "chain"; chain_id: string };

/**
 * An investigation without its bulky parts: the rows of its answer, findings and chains live
 * in the blob `investigation/<id>` (see `InvestigationBlob`), written before it is referred to.
 */
export interface InvestigationRecord extends StoredRecord, Job {
  query: string;
  depth: Depth;
  mode: Mode;
  scope: Scope;
  status: InvestigationStatus;
  curiosity_id: string | null;
  started_at: string;
  dispatched_at: string | null;
  completed_at: string | null;
  estimated_completion_seconds: number;
  reading: Reading | null;
  progress: Progress | null;
  /** Sequence number of the progress in the timeline; only the latest progress is kept. */
  progress_seq: number;
  freshness: Freshness | null;
  /** The summary without `answer`, whose rows are in the blob. */
  summary: Omit<Summary, "answer"> | null;
  error: Failure | null;
  timeline: TimelineEntry[];
  /** How many times a worker took the run up; see the rule on interrupted runs. */
  attempts: number;
  /** Name of the latest blob that holds findings, chains and answer; null before the first. */
  blob: string | null;
  /** Absent until there is a receipt to keep. */
  receipts?: KeptReceipts;
}

/** The receipts of an investigation, in the blobs that `receiptBlob` names. */
export interface KeptReceipts {
  /** How many blobs, each written before the record counts it. */
  blobs: number;
  /** Their size together. */
  bytes: number;
  /** Receipts that were too many or too large to keep. */
  omitted: number;
}

export interface InvestigationBlob {
  findings: Finding[];
  chains: Chain[];
  answer: Summary["answer"];
}

/** Id: `<account id>/<idempotency key>`. */
export interface IdempotencyRecord extends StoredRecord {
  /** SHA-256 of the canonical request body without the key. */
  body_sha256: string;
  investigation_id: string;
  /** The first 202 response, given again. */
  response: Record<string, unknown>;
  created_at: string;
}

/** An analyst's word on a finding. Id: `<investigation id>/<finding id>`; a second word replaces the first. */
export interface VerdictRecord extends StoredRecord {
  detection_id: string;
  investigation_id: string;
  finding_id: string;
  verdict: "true_positive" | "false_positive";
  note: string | null;
  created_at: string;
}

/** An endpoint agent. Id: `<account id>/<agent_id>`: two accounts may use one agent id. */
export interface AgentRecord extends StoredRecord {
  agent_id: string;
  hostname: string;
  os: string;
  os_version: string;
  arch: string;
  agent_version: string;
  /** What holds: the agent's own, as changed by operators. */
  tags: Tags;
  /** What the agent itself last said, so that its next word changes only what it changed. */
  reported_tags: Tags;
  addresses: string[];
  /** Names of the tables this agent can answer from. */
  tables: string[];
  /** The agent's Ed25519 public key, base64. */
  public_key: string;
  /** Id of the plan key that the agent pins; null when it pins none. */
  pinned_key_id: string | null;
  first_seen_at: string;
  last_heartbeat_at: string | null;
}

/**
 * The newest snapshot of each table of one agent. Id: `<account id>/<agent_id>`, as the agent's
 * own. What is large, in a fleet of many, is in the blob: all tables, and an index of them.
 */
export interface SnapshotRecord extends StoredRecord {
  /** When the agent last sent its tables, changed or not. */
  collected_at: string;
  /** The rows of every table as JSON, and then the index: a `SnapshotIndex` as JSON. */
  blob: string;
  index: BlobRange;
  /** When each table was last collected. */
  tables: Record<string, string>;
}

/** What a snapshot's blob holds, by table. */
export type SnapshotIndex = Record<string, TableSnapshot>;

/** One table of a snapshot: where its rows, or `null` for a denied table, are in the blob. */
export interface TableSnapshot extends BlobRange {
  row_count: number;
  /** Hex SHA-256 of the rows as JSON. */
  sha256: string;
  /** What of the table could not be seen. */
  gaps: TableGap[];
}

/** A tag policy: what holds for every agent whose tags satisfy `match`. */
export interface PolicyRecord extends StoredRecord {
  name: string;
  match: Tags;
  deny_tables: string[];
  criticality: Criticality;
  snapshot_interval: string | null;
  created_at: string;
  updated_at: string;
}

/** An event as it is told to subscribers, kept with the change that caused it. Id: the event id. */
export interface EventRecord extends StoredRecord {
  event: Event;
}

/** Every kind of record. Later capabilities add their kinds here. */
export interface Records {
  account: AccountRecord;
  key: KeyRecord;
  investigation: InvestigationRecord;
  idempotency: IdempotencyRecord;
  verdict: VerdictRecord;
  agent: AgentRecord;
  snapshot: SnapshotRecord;
  policy: PolicyRecord;
  event: EventRecord;
}
export type Kind = keyof Records;
/** The kinds that are jobs. */
export type JobKind = { [K in Kind]: Records[K] extends Job ? K : never }[Kind];

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
  /** Fields that must be equal. */
  where?: Partial<R>;
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
}

export interface StoreStatistics {
  records: Partial<Record<Kind, number>>;
}

export interface BlobRange {
  offset: number;
  length: number;
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
  /** Due jobs without a living lease, oldest `due_at` first, now leased to `worker`. */
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

/** Name of an investigation's nth blob of receipts, counted from 1. */
export function receiptBlob(investigationId: string, n: number): string {
  return `receipts/${investigationId}-${n}`;
}

/** The blobs of receipts that a record counts. */
export function receiptBlobs({ id, receipts }: InvestigationRecord): string[] {
  return Array.from({ length: receipts?.blobs ?? 0 }, (_, at) => receiptBlob(id, at + 1));
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
