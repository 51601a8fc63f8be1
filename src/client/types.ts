import type {
  Acceptance,
  AcceptancePage,
  CreateAcceptance,
} from "../contract/acceptances/acceptance.ts";
import type { Agent, AgentApproval, AgentPatch } from "../contract/agent.ts";
import type {
  CreateCuriosityItem,
  CuriosityItem,
  CuriosityPage,
  UpdateCuriosityItem,
} from "../contract/curiosity.ts";
import type { Calibration, Detection } from "../contract/detection.ts";
import type { EventType } from "../contract/event.ts";
import type {
  CancelResponse,
  Investigation,
  InvestigationPage,
  InvestigationStatus,
  Progress,
  TriggerRequest,
  TriggerResponse,
  VerdictRequest,
} from "../contract/investigation.ts";
import type { CreateKeyRequest, Key, NewKey } from "../contract/keys.ts";
import type { PlanKey } from "../contract/plan-key.ts";
import type { Reading } from "../contract/reading.ts";
import type { ReceiptPage } from "../contract/receipt.ts";
import type { Chain, Finding, RowPage } from "../contract/summary.ts";
import type {
  CreateTagPolicy,
  TagPolicy,
  TagPolicyPage,
  UpdateTagPolicy,
} from "../contract/tag-policy.ts";
import type {
  CreateSubscription,
  Delivery,
  DeliveryPage,
  DeliveryStatus,
  QueuedDelivery,
  Subscription,
  SubscriptionPage,
  SubscriptionWithSecret,
  UpdatedSubscription,
  UpdateSubscription,
  UrlCheckResult,
} from "../contract/webhook.ts";

/** The part of `fetch` that the client needs. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Reported before the client waits to retry a request. */
export interface Wait {
  reason: "rate_limited" | "server_error" | "unreachable";
  delayMs: number;
  /** The try that failed, counted from 1. */
  attempt: number;
}

export interface ClientOptions {
  /** Base address of the service, with or without a trailing slash. */
  baseUrl: string;
  apiKey: string;
  fetch: Fetch;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** 0 ≤ x < 1, for the jitter of back-offs. */
  random: () => number;
  /** A fresh idempotency key. */
  newKey: () => string;
  onWait?: (wait: Wait) => void;
}

export interface Call {
  signal?: AbortSignal;
}

/** One event of an investigation's stream; `id` resumes after it. */
export type StreamEvent =
  | { type: "progress"; data: Progress; id?: string }
  | { type: "finding"; data: Finding; id?: string }
  | { type: "chain"; data: Chain; id?: string }
  | { type: "status"; data: { status: InvestigationStatus }; id?: string };

export interface ListQuery {
  status?: InvestigationStatus;
  curiosity_id?: string;
  /** Rows a page; the service's default when absent. */
  limit?: number;
}

export interface AgentQuery {
  status?: Agent["status"];
  /** `key=value`; all must match. */
  tags?: string[];
  /** Rows a page; the service's default when absent. */
  limit?: number;
}

export interface DeliveryQuery {
  /** `dead_lettered` is another word for `failed_permanent`. */
  status?: DeliveryStatus | "dead_lettered";
  subscription_id?: string;
  event_type?: EventType;
  event_id?: string;
  /** ISO times of creation. */
  since?: string;
  until?: string;
  /** Rows a page; the service's default when absent. */
  limit?: number;
}

/** The stream has no time bounds: it reports changes as they happen. */
export type StreamQuery = Omit<DeliveryQuery, "since" | "until" | "limit">;

/** Subscriptions and deliveries. */
export interface WebhookClient {
  /** Pages, fetched on demand. */
  subscriptions(query?: { limit?: number }, call?: Call): AsyncGenerator<SubscriptionPage>;
  subscription(id: string, call?: Call): Promise<Subscription>;
  /** The response contains the secret, which is never returned again. */
  createSubscription(request: CreateSubscription, call?: Call): Promise<SubscriptionWithSecret>;
  updateSubscription(
    id: string,
    patch: UpdateSubscription,
    call?: Call,
  ): Promise<UpdatedSubscription>;
  deleteSubscription(id: string, call?: Call): Promise<void>;
  /** Queues a synthetic event. */
  /** Whether the server would deliver to a URL. */
  checkWebhookUrl(url: string, call?: Call): Promise<UrlCheckResult>;
  testSubscription(id: string, call?: Call): Promise<QueuedDelivery>;
  /** Pages, newest first, fetched on demand. */
  deliveries(query?: DeliveryQuery, call?: Call): AsyncGenerator<DeliveryPage>;
  delivery(id: string, call?: Call): Promise<Delivery>;
  /** Queues the event of a delivery again, as a new delivery. */
  replayDelivery(id: string, call?: Call): Promise<QueuedDelivery>;
}

/** Scheduled questions; their runs are the investigations with their `curiosity_id`. */
export interface CuriosityClient {
  /** Pages, next to run first, fetched on demand. */
  curiosityItems(query?: { limit?: number }, call?: Call): AsyncGenerator<CuriosityPage>;
  curiosityItem(id: string, call?: Call): Promise<CuriosityItem>;
  createCuriosityItem(request: CreateCuriosityItem, call?: Call): Promise<CuriosityItem>;
  updateCuriosityItem(id: string, patch: UpdateCuriosityItem, call?: Call): Promise<CuriosityItem>;
  deleteCuriosityItem(id: string, call?: Call): Promise<void>;
  /** Runs an item now. */
  runCuriosityItem(id: string, call?: Call): Promise<TriggerResponse>;
}

/** Findings that are accepted as a risk. */
export interface AcceptanceClient {
  /** Pages, newest first, fetched on demand. */
  acceptances(query?: { limit?: number }, call?: Call): AsyncGenerator<AcceptancePage>;
  acceptance(id: string, call?: Call): Promise<Acceptance>;
  /** Replaces an acceptance of the same findings. */
  createAcceptance(request: CreateAcceptance, call?: Call): Promise<Acceptance>;
  deleteAcceptance(id: string, call?: Call): Promise<void>;
}

/** The API's operations with the contract's retry rules; every failure is an AppError. */
export interface Client extends WebhookClient, CuriosityClient, AcceptanceClient {
  /** Deliveries as they change, until the connection ends; null if the server has no stream. */
  streamDeliveries(query?: StreamQuery, call?: Call): Promise<AsyncGenerator<Delivery> | null>;
  trigger(request: TriggerRequest, call?: Call): Promise<TriggerResponse>;
  get(investigationId: string, call?: Call): Promise<Investigation>;
  /** Pages, newest first, fetched on demand. */
  list(query?: ListQuery, call?: Call): AsyncGenerator<InvestigationPage>;
  cancel(investigationId: string, call?: Call): Promise<CancelResponse>;
  /** How a question is understood; with `followUpOf`, as a follow-up of that investigation if it is one. */
  interpret(query: string, call?: Call & { followUpOf?: string | undefined }): Promise<Reading>;
  /** All events of an investigation until its terminal status, across lost connections. */
  follow(investigationId: string, call?: Call): AsyncGenerator<StreamEvent>;
  /** The events of one connection until it ends; null if there is no stream. */
  streamInvestigation(
    investigationId: string,
    call?: Call,
  ): Promise<AsyncGenerator<StreamEvent> | null>;
  /** All rows of an investigation's answer, in pages that are fetched on demand. */
  rows(investigationId: string, call?: Call): AsyncGenerator<RowPage>;
  /** Receipts signed by the agents, in pages that are fetched on demand. */
  receipts(investigationId: string, call?: Call): AsyncGenerator<ReceiptPage>;
  verdict(
    ids: { investigationId: string; findingId: string },
    request: VerdictRequest,
    call?: Call,
  ): Promise<{ detection_id: string; calibration: Calibration }>;
  detections(call?: Call): Promise<Detection[]>;
  detection(id: string, call?: Call): Promise<Detection>;
  /** Pages by agent id, fetched on demand. */
  agents(query?: AgentQuery, call?: Call): AsyncGenerator<Agent[]>;
  agent(id: string, call?: Call): Promise<Agent>;
  /** The tags are replaced as a whole. */
  updateAgent(id: string, patch: AgentPatch, call?: Call): Promise<Agent>;
  /** Binds the agent's id to its pending key. */
  approveAgent(id: string, approval: AgentApproval, call?: Call): Promise<Agent>;
  removeAgent(id: string, call?: Call): Promise<void>;
  /** Pages, oldest first, fetched on demand. */
  policies(query?: { limit?: number }, call?: Call): AsyncGenerator<TagPolicyPage>;
  policy(id: string, call?: Call): Promise<TagPolicy>;
  createPolicy(request: CreateTagPolicy, call?: Call): Promise<TagPolicy>;
  updatePolicy(id: string, patch: UpdateTagPolicy, call?: Call): Promise<TagPolicy>;
  deletePolicy(id: string, call?: Call): Promise<void>;
  listKeys(call?: Call): Promise<Key[]>;
  createKey(request: CreateKeyRequest, call?: Call): Promise<NewKey>;
  revokeKey(id: string, call?: Call): Promise<void>;
  /** The server's readiness; needs no key. */
  planKey(call?: Call): Promise<PlanKey>;
  readiness(call?: Call): Promise<Record<string, unknown>>;
}
