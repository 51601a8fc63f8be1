import type { SecretBox } from "./signing/secret-box.ts";

/** One HTTP POST, signed and ready. */
export interface DeliveryRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What became of one attempt, as far as the receiver or the network told. */
export interface AttemptOutcome {
  /** The status; null when none arrived. */
  response_code: number | null;
  /** At most `maxResponseBytes` of the response, cut at a character; null without a response. */
  response_body: string | null;
  /** Why there is no response, in one sentence that names no secret; null when there is one. */
  error: string | null;
  duration_ms: number;
}

/** Whether the service would connect to a URL's host at the moment. */
export type UrlCheck = { ok: true } | { ok: false; reason: string };

/** A receiver on this machine that its owner vouches for; see `webhooks listen`. */
export interface LocalListener {
  /** On 127.0.0.1. */
  port: number;
  /** PEM; the one certificate that is trusted there. */
  certificate: string;
  /** Epoch ms until which it may be connected to. */
  until: number;
}

/** Sends deliveries over connections that are checked when they are made, and kept. */
export interface Sender {
  /** One attempt. Never rejects: what goes wrong is an outcome. */
  send(request: DeliveryRequest): Promise<AttemptOutcome>;
  check(url: string): Promise<UrlCheck>;
  /** Lets connections through to a listener of this machine, in spite of its address. */
  admit(listener: LocalListener): void;
  /** Resolves when what is in flight has ended. */
  close(): Promise<void>;
}

/** What became of attempts since the start, and how many deliveries wait for one. */
export interface DeliveryCounts {
  attempts: { delivered: number; retrying: number; failed_permanent: number };
  waiting: number;
}

/** What the server needs of the webhooks. */
export interface WebhookServices {
  secrets: SecretBox;
  /** How long a replaced secret signs on. */
  secretOverlapMs: number;
  /** To be awaited after each commit that changes a subscription, before it is answered. */
  subscriptionChanged(id: string): Promise<void>;
  checkUrl: Sender["check"];
  /** For the metrics. */
  counts(): DeliveryCounts;
}
