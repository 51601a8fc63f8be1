import type { Agent, AgentPatch } from "../contract/agent.ts";
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
import type { Chain, Finding } from "../contract/summary.ts";
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
} from "../contract/webhook.ts";

/** The part of `fetch` that the client needs. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Told before the client waits to repeat a request. */
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

/** The stream tells of changes, so it has no bounds in time. */
export type StreamQuery = Omit<DeliveryQuery, "since" | "until" | "limit">;

/** Subscriptions, and what became of their deliveries. */
export interface WebhookClient {
  /** Page after page, fetched as they are asked for. */
  subscriptions(query?: { limit?: number }, call?: Call): AsyncGenerator<SubscriptionPage>;
  subscription(id: string, call?: Call): Promise<Subscription>;
  /** The answer holds the secret, which is never told again. */
  createSubscription(request: CreateSubscription, call?: Call): Promise<SubscriptionWithSecret>;
  updateSubscription(
    id: string,
    patch: UpdateSubscription,
    call?: Call,
  ): Promise<UpdatedSubscription>;
  deleteSubscription(id: string, call?: Call): Promise<void>;
  /** Queues a synthetic event. */
  testSubscription(id: string, call?: Call): Promise<QueuedDelivery>;
  /** Page after page, newest first, fetched as they are asked for. */
  deliveries(query?: DeliveryQuery, call?: Call): AsyncGenerator<DeliveryPage>;
  delivery(id: string, call?: Call): Promise<Delivery>;
  /** Queues the event of a delivery again, as a delivery of its own. */
  replayDelivery(id: string, call?: Call): Promise<QueuedDelivery>;
}

/** Standing questions; their runs are the investigations with their `curiosity_id`. */
export interface CuriosityClient {
  /** Page after page, the next to run first, fetched as they are asked for. */
  curiosityItems(query?: { limit?: number }, call?: Call): AsyncGenerator<CuriosityPage>;
  curiosityItem(id: string, call?: Call): Promise<CuriosityItem>;
  createCuriosityItem(request: CreateCuriosityItem, call?: Call): Promise<CuriosityItem>;
  updateCuriosityItem(id: string, patch: UpdateCuriosityItem, call?: Call): Promise<CuriosityItem>;
  deleteCuriosityItem(id: string, call?: Call): Promise<void>;
}

/** The service's operations, with its retry rules; every failure is an AppError. */
export interface Client extends WebhookClient, CuriosityClient {
  /** Deliveries as they change, until the connection ends; null where the service has no stream. */
  streamDeliveries(query?: StreamQuery, call?: Call): Promise<AsyncGenerator<Delivery> | null>;
  trigger(request: TriggerRequest, call?: Call): Promise<TriggerResponse>;
  get(investigationId: string, call?: Call): Promise<Investigation>;
  /** Page after page, newest first, fetched as they are asked for. */
  list(query?: ListQuery, call?: Call): AsyncGenerator<InvestigationPage>;
  cancel(investigationId: string, call?: Call): Promise<CancelResponse>;
  interpret(query: string, call?: Call): Promise<Reading>;
  /** Everything that happens to an investigation until its terminal status, over lost connections too. */
  follow(investigationId: string, call?: Call): AsyncGenerator<StreamEvent>;
  /** What one connection tells of an investigation, until it ends; null where there is no stream. */
  streamInvestigation(
    investigationId: string,
    call?: Call,
  ): Promise<AsyncGenerator<StreamEvent> | null>;
  /** What the agents signed, page after page, fetched as they are asked for. */
  receipts(investigationId: string, call?: Call): AsyncGenerator<ReceiptPage>;
  verdict(
    ids: { investigationId: string; findingId: string },
    request: VerdictRequest,
    call?: Call,
  ): Promise<{ detection_id: string; calibration: Calibration }>;
  detections(call?: Call): Promise<Detection[]>;
  /** Page after page by agent id, fetched as they are asked for. */
  agents(query?: AgentQuery, call?: Call): AsyncGenerator<Agent[]>;
  agent(id: string, call?: Call): Promise<Agent>;
  /** The tags are replaced as a whole. */
  updateAgent(id: string, patch: AgentPatch, call?: Call): Promise<Agent>;
  removeAgent(id: string, call?: Call): Promise<void>;
  /** Page after page, oldest first, fetched as they are asked for. */
  policies(query?: { limit?: number }, call?: Call): AsyncGenerator<TagPolicyPage>;
  policy(id: string, call?: Call): Promise<TagPolicy>;
  createPolicy(request: CreateTagPolicy, call?: Call): Promise<TagPolicy>;
  updatePolicy(id: string, patch: UpdateTagPolicy, call?: Call): Promise<TagPolicy>;
  deletePolicy(id: string, call?: Call): Promise<void>;
  listKeys(call?: Call): Promise<Key[]>;
  createKey(request: CreateKeyRequest, call?: Call): Promise<NewKey>;
  revokeKey(id: string, call?: Call): Promise<void>;
  /** What the service says of its own readiness; needs no key. */
  planKey(call?: Call): Promise<PlanKey>;
  readiness(call?: Call): Promise<Record<string, unknown>>;
}
