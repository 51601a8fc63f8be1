import type { SecretBox } from "./signing/secret-box.ts";

/** One signed HTTP POST. */
export interface DeliveryRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The outcome of one attempt. */
export interface AttemptOutcome {
  /** The HTTP status; null without a response. */
  response_code: number | null;
  /** The first `maxResponseBytes` of the response, cut at a character boundary; null without a response. */
  response_body: string | null;
  /** Why there is no response, in one sentence without secrets; null when there is one. */
  error: string | null;
  duration_ms: number;
}

/** Whether the server would currently connect to a URL's host. */
export type UrlCheck = { ok: true } | { ok: false; reason: string };

/** A receiver on this machine that its owner has allowed; see `webhooks listen`. */
export interface LocalListener {
  /** Port on 127.0.0.1. */
  port: number;
  /** PEM; the only certificate that is trusted there. */
  certificate: string;
  /** Epoch ms until which connections are allowed. */
  until: number;
}

/** Sends deliveries over reusable connections, whose address is checked when they are opened. */
export interface Sender {
  /** Makes one attempt. Never rejects: a failure is an outcome. */
  send(request: DeliveryRequest): Promise<AttemptOutcome>;
  check(url: string): Promise<UrlCheck>;
  /** Allows connections to a listener on this machine although its address is not public. */
  admit(listener: LocalListener): void;
  /** Resolves when the attempts in flight have ended. */
  close(): Promise<void>;
}

/** Attempts by outcome since the start, and the number of deliveries waiting for an attempt. */
export interface DeliveryCounts {
  attempts: { delivered: number; retrying: number; failed_permanent: number };
  waiting: number;
}

/** The webhook services that the server needs. */
export interface WebhookServices {
  secrets: SecretBox;
  /** How long a replaced secret continues to sign. */
  secretOverlapMs: number;
  /** Await it after each commit that changes a subscription, before responding. */
  subscriptionChanged(id: string): Promise<void>;
  checkUrl: Sender["check"];
  /** For the metrics. */
  counts(): DeliveryCounts;
}
