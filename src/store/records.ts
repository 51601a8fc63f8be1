import type { Acceptance } from "../contract/acceptances/acceptance.ts";
import type { Depth, Mode, Scope, Tags } from "../contract/common.ts";
import type { Calendar } from "../contract/curiosity.ts";
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
import type { Answer, Chain, Changes, Finding, Summary } from "../contract/summary.ts";
import type { Criticality } from "../contract/tag-policy.ts";
import type { DeliveryAttempt, DeliveryStatus, SubscriptionFilters } from "../contract/webhook.ts";

/** Fields of every record. Ids are unique within a kind; `account_id` never changes. */
export interface StoredRecord {
  id: string;
  account_id: string;
}

/** A job that one worker at a time may claim; see `Store.claim`. */
export interface Job {
  /** When the job may be claimed, epoch ms; null when there is nothing to do. */
  due_at: number | null;
  /** The worker that holds the job, until when (epoch ms). An expired lease may be claimed again. */
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
  /** When it stops working; absent if never. */
  expires_at?: string;
  /** When it was last used, to the hour; absent before the first use. */
  last_used_at?: string;
  /** The key that commands on this machine use. The API doesn't list or revoke it. */
  is_local?: true;
}

/** One event of an investigation's stream; `seq` increases by one within an investigation. */
export type TimelineEntry =
  | { seq: number; type: "status"; status: InvestigationStatus }
  | { seq: number; type: "finding"; finding_id: string }
  | { seq: number; type: "chain"; chain_id: string };

/**
 * An investigation without its large parts: the rows of its answer, findings and chains are in the
 * blob `investigation/<id>` (see `InvestigationBlob`), which is written before the reference.
 */
export interface InvestigationRecord extends StoredRecord, Job {
  query: string;
  depth: Depth;
  mode: Mode;
  scope: Scope;
  status: InvestigationStatus;
  curiosity_id: string | null;
  /** The investigation whose question this one refines. */
  follow_up_of?: string;
  /** The earlier run that this one is compared with; absent when there is none. */
  compared_with?: string;
  started_at: string;
  dispatched_at: string | null;
  completed_at: string | null;
  estimated_completion_seconds: number;
  reading: Reading | null;
  progress: Progress | null;
  /** Sequence number of the progress in the timeline; only the latest progress is stored. */
  progress_seq: number;
  freshness: Freshness | null;
  /** The summary without `answer`, whose rows are in the blob. */
  summary: Omit<Summary, "answer"> | null;
  error: Failure | null;
  timeline: TimelineEntry[];
  /** How many times a worker has claimed the run; see the rule on interrupted runs. */
  attempts: number;
  /** The latest blob with findings, chains and answer; null before the first. */
  blob: string | null;
  /** The position of the `RowsIndex` in the blob that `rowsBlob` names; absent if `blob` has all rows. */
  rows?: BlobRange;
  /** Absent until there is a receipt. */
  receipts?: StoredReceipts;
}

/** The receipts of an investigation, in the blobs that `receiptBlob` names. */
export interface StoredReceipts {
  /** Number of blobs, each written before the record counts it. */
  blobs: number;
  /** Their total size. */
  bytes: number;
  /** Receipts left out because they were too many or too large. */
  omitted: number;
}

export interface InvestigationBlob {
  findings: Finding[];
  chains: Chain[];
  answer: Summary["answer"];
  /** Compared with the previous completed run; absent before completion or without a previous run. */
  changes?: Changes;
  /** Findings of earlier runs that this one could neither confirm nor rule out. */
  unseen?: Finding[];
}

/** All rows of an answer: batches of rows as JSON, each compressed, with this index as JSON after them. */
export interface RowsIndex extends Omit<Answer, "rows"> {
  /** Number of rows in the batches. */
  stored: number;
  /** Of `batchRows` rows each, but for the last. */
  batches: BlobRange[];
}

/** Id: `<account id>/<idempotency key>`. */
export interface IdempotencyRecord extends StoredRecord {
  /** SHA-256 of the canonical request body without the key. */
  body_sha256: string;
  investigation_id: string;
  /** The first 202 response, which repeated requests receive again. */
  response: Record<string, unknown>;
  created_at: string;
}

/** An analyst's verdict on a finding. Id: `<investigation id>/<finding id>`; a later verdict replaces it. */
export interface VerdictRecord extends StoredRecord {
  detection_id: string;
  investigation_id: string;
  finding_id: string;
  verdict: "true_positive" | "false_positive";
  note: string | null;
  created_at: string;
}

/** Findings of one detection that are accepted as a risk, until `until`. */
export interface AcceptanceRecord extends StoredRecord, Omit<Acceptance, "id"> {}

/** What binds an agent id to one remote agent. */
export interface RemoteIdentity {
  /** Ed25519, base64. */
  public_key: string;
  /** Whether the agent signs its requests: once it has, unsigned ones are rejected. */
  signs: boolean;
  /** Subject of the agent's client certificate; null if it has never presented one. */
  certificate_subject: string | null;
}

/** An endpoint agent. Id: `<account id>/<agent_id>`: two accounts may use one agent id. */
export interface AgentRecord extends StoredRecord {
  agent_id: string;
  hostname: string;
  os: string;
  os_version: string;
  arch: string;
  agent_version: string;
  /** The effective tags: those reported by the agent, as changed by operators. */
  tags: Tags;
  /** The tags last reported by the agent, so that its next report applies only its own changes. */
  reported_tags: Tags;
  addresses: string[];
  /** Names of the tables this agent can answer from. */
  tables: string[];
  /** The agent's Ed25519 public key, base64. */
  public_key: string;
  /**
   * The identity that requests over the network must prove; null for an agent that only the server's
   * own process has. Absent in records of earlier versions.
   */
  remote?: RemoteIdentity | null;
  /** Id of the plan key that the agent pins; null when it pins none. */
  pinned_key_id: string | null;
  first_seen_at: string;
  last_heartbeat_at: string | null;
  /** The agent's last request reported that it stops. */
  has_stopped?: true;
}

export interface BlobRange {
  offset: number;
  length: number;
}

/**
 * The newest snapshot of each table of one agent. Id: `<account id>/<agent_id>`, like the agent
 * record. The tables and their index are in the blob, so that records stay small in a large fleet.
 */
export interface SnapshotRecord extends StoredRecord {
  /** When the agent last sent its tables, changed or not. */
  collected_at: string;
  /** Holds the rows of every table as JSON, then a `SnapshotIndex` as JSON. */
  blob: string;
  index: BlobRange;
  /** When each table was last collected. */
  tables: Record<string, string>;
  /** Answers to statements over the tables in `blob`. */
  answers?: KeptAnswers;
}

/** Answers that are read faster than they are computed. */
export interface KeptAnswers {
  /** Holds the results as JSON. */
  blob: string;
  /** Equal for the same statements over the same part of the tables. */
  key: string;
  /** When they were computed. */
  made_at: string;
}

/** The tables in a snapshot's blob. */
export type SnapshotIndex = Record<string, TableSnapshot>;

/** One table of a snapshot: the position of its rows (`null` for a denied table) in the blob. */
export interface TableSnapshot extends BlobRange {
  row_count: number;
  /** Hex SHA-256 of the rows as JSON. */
  sha256: string;
  /** Parts of the table that could not be read. */
  gaps: TableGap[];
}

/** A tag policy: applies to every agent whose tags satisfy `match`. */
export interface PolicyRecord extends StoredRecord {
  name: string;
  match: Tags;
  deny_tables: string[];
  criticality: Criticality;
  snapshot_interval: string | null;
  created_at: string;
  updated_at: string;
}

/** A webhook subscription to events of an account. */
export interface SubscriptionRecord extends StoredRecord {
  url: string;
  events: (EventType | "*")[];
  filters: SubscriptionFilters;
  active: boolean;
  /** Newest first. The first signs until it is replaced, the others until they expire. */
  secrets: SealedSecret[];
  created_at: string;
  updated_at: string;
}

/** An encrypted signing secret (see `SecretBox` of the webhooks). */
export interface SealedSecret {
  sealed: string;
  /** When it stops signing; null for the current secret. */
  until: string | null;
}

/** The delivery of one event to one subscription. Its body is the event's record as JSON. */
export interface DeliveryRecord extends StoredRecord, Job {
  event_id: string;
  event_type: EventType;
  subscription_id: string;
  /** The subscription's URL at the time of queueing; later changes do not affect it. */
  url: string;
  /** The subscription's encrypted secrets at the time of queueing; empty once the status is final. */
  secrets: string[];
  status: DeliveryStatus;
  attempts: DeliveryAttempt[];
  last_response_body: string | null;
  replay_of: string | null;
  replayed_as: string | null;
  created_at: string;
}

/** A scheduled question. `due_at` is null while it is paused or running. */
export interface CuriosityRecord extends StoredRecord, Job {
  query: string;
  interval: string;
  /** When it runs, instead of every `interval`. */
  calendar?: Calendar;
  scope: Scope;
  depth: Depth;
  active: boolean;
  first_run_at: string;
  /** The next scheduled time, epoch ms; retained while paused. */
  slot_at: number;
  /** The scheduled time of the last run under the current schedule; null before the first. */
  last_slot_at: number | null;
  last_run_at: string | null;
  last_investigation_id: string | null;
  /** The status the scheduler last recorded; "queued" while a run is in progress. */
  last_status: InvestigationStatus | null;
  /** The last completed run, with which the next one is compared. */
  last_completed_id: string | null;
  run_count: number;
  created_at: string;
  updated_at: string;
}

/** An event for subscribers, committed with the change that caused it. Id: the event id. */
export interface EventRecord extends StoredRecord {
  event: Event;
}

/** Every kind of record. */
export interface Records {
  account: AccountRecord;
  key: KeyRecord;
  investigation: InvestigationRecord;
  idempotency: IdempotencyRecord;
  verdict: VerdictRecord;
  acceptance: AcceptanceRecord;
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

/** The indexed fields by kind: filtering a page by them costs no scan. */
export const indexedFields: { readonly [K in Kind]?: readonly IndexableField<Records[K]>[] } = {
  delivery: ["status", "subscription_id", "event_id", "event_type"],
  investigation: ["status", "curiosity_id"],
};

/** Fields whose values are strings or null. */
type IndexableField<R> = {
  [F in keyof R]-?: R[F] extends string | null ? F : never;
}[keyof R];

/** The name of the blob with all rows of an investigation's answer. */
export function rowsBlob(investigationId: string): string {
  return `rows/${investigationId}`;
}

/** The name of an investigation's nth receipt blob, counted from 1. */
export function receiptBlob(investigationId: string, n: number): string {
  return `receipts/${investigationId}-${n}`;
}

/** All blobs of an investigation, including those that a crash may have left before the record named them. */
export function investigationBlobs(record: InvestigationRecord): string[] {
  const { id, blob, receipts } = record;
  const next = receiptBlob(id, (receipts?.blobs ?? 0) + 1);
  return [...(blob ? [blob] : []), rowsBlob(id), ...receiptBlobs(record), next];
}

/** The receipt blobs that a record counts. */
export function receiptBlobs({ id, receipts }: InvestigationRecord): string[] {
  return Array.from({ length: receipts?.blobs ?? 0 }, (_, at) => receiptBlob(id, at + 1));
}
