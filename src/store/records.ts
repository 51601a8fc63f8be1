import type { Depth, Mode, Scope, Tags } from "../contract/common.ts";
import type { Event, EventType } from "../contract/event.ts";
import type {
  Failure,
  Freshness,
  InvestigationStatus,
  Progress,
} from "../contract/investigation.ts";
import type { TableGap } from "../contract/plan.ts";
import type { Reading } from "../contract/reading.ts";
import type { ApiScope } from "../contract/scopes.ts";
import type { Chain, Changes, Finding, Summary } from "../contract/summary.ts";
import type { Criticality } from "../contract/tag-policy.ts";
import type { DeliveryAttempt, DeliveryStatus, SubscriptionFilters } from "../contract/webhook.ts";

/** What every record has; ids are unique within a kind, and `account_id` never changes. */
export interface StoredRecord {
  id: string;
  account_id: string;
}

/** Work that one worker at a time may take; see `Store.claim`. */
export interface Job {
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
  /** The run before of the same curiosity item that completed; absent without one. */
  compared_with?: string;
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
  /** Against the run that it is compared with; absent until it has completed, and without one. */
  changes?: Changes;
  /** Findings of earlier runs that this one could neither confirm nor rule out. */
  unseen?: Finding[];
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

export interface BlobRange {
  offset: number;
  length: number;
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

/** Where events of an account go. */
export interface SubscriptionRecord extends StoredRecord {
  url: string;
  events: (EventType | "*")[];
  filters: SubscriptionFilters;
  active: boolean;
  /** The newest first: it signs until it is replaced, the others until their time. */
  secrets: SealedSecret[];
  created_at: string;
  updated_at: string;
}

/** A signing secret as it rests (see `SecretBox` of the webhooks). */
export interface SealedSecret {
  sealed: string;
  /** When it stops signing; null for the one in force. */
  until: string | null;
}

/** One event on its way to one subscription; what it sends is the event's record as JSON. */
export interface DeliveryRecord extends StoredRecord, Job {
  event_id: string;
  event_type: EventType;
  subscription_id: string;
  /** The subscription's when this was queued, whatever becomes of the subscription. */
  url: string;
  /** Sealed; the subscription's when this was queued, and none once the status is final. */
  secrets: string[];
  status: DeliveryStatus;
  attempts: DeliveryAttempt[];
  last_response_body: string | null;
  replay_of: string | null;
  replayed_as: string | null;
  created_at: string;
}

/** A standing question. `due_at` is null while it is paused or a run of it goes on. */
export interface CuriosityRecord extends StoredRecord, Job {
  query: string;
  interval: string;
  scope: Scope;
  depth: Depth;
  active: boolean;
  first_run_at: string;
  /** The next slot, epoch ms; kept while paused. */
  slot_at: number;
  /** The slot of the last run on the grid that holds now; null before the first. */
  last_slot_at: number | null;
  last_run_at: string | null;
  last_investigation_id: string | null;
  /** As the scheduler last saw it; a run that goes on is "queued" here. */
  last_status: InvestigationStatus | null;
  /** The last run that completed: what the next one is compared with. */
  last_completed_id: string | null;
  run_count: number;
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
  subscription: SubscriptionRecord;
  delivery: DeliveryRecord;
  curiosity: CuriosityRecord;
}
export type Kind = keyof Records;
/** The kinds that are jobs. */
export type JobKind = { [K in Kind]: Records[K] extends Job ? K : never }[Kind];

/** By kind, the fields that a page may ask for at the cost of the page alone. */
export const indexedFields: { readonly [K in Kind]?: readonly IndexableField<Records[K]>[] } = {
  delivery: ["status", "subscription_id", "event_id", "event_type"],
  investigation: ["status", "curiosity_id"],
};

/** Fields whose values are strings or null. */
type IndexableField<R> = {
  [F in keyof R]-?: R[F] extends string | null ? F : never;
}[keyof R];

/** Name of an investigation's nth blob of receipts, counted from 1. */
export function receiptBlob(investigationId: string, n: number): string {
  return `receipts/${investigationId}-${n}`;
}

/** The blobs of receipts that a record counts. */
export function receiptBlobs({ id, receipts }: InvestigationRecord): string[] {
  return Array.from({ length: receipts?.blobs ?? 0 }, (_, at) => receiptBlob(id, at + 1));
}
