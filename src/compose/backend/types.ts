import type { Fetch } from "../discovery/types.ts";
import type { WebhookOptions } from "../webhooks/webhook-settings.ts";

/** A whole backend inside this process. */
export interface Backend {
  /** Answers requests to `baseUrl`; bodies stream. */
  fetch: Fetch;
  baseUrl: string;
  /** A key of the default account with every scope. */
  apiKey: string;
  close(): Promise<void>;
}

export interface BackendOptions {
  dataDir: string;
  /** Whether this machine answers as an agent of its own. */
  localAgent: boolean;
  logLevel: "silent" | "debug" | "info" | "warn" | "error";
}

export interface ServerOptions extends BackendOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Serves the shipped simulated hosts. */
  demo: boolean;
  /** Folders of simulated hosts. */
  simulatedHostDirs: string[];
  tlsCertPath?: string;
  tlsKeyPath?: string;
  /** CA whose certificates agents must show; needs the two above. */
  clientCaPath?: string;
  /** Requests a minute and key; 0 turns the limit off. */
  rateLimit: number;
  retentionMs: number;
  minCuriosityIntervalMs: number;
  webhooks: WebhookOptions;
}

export interface RunningServer {
  url: string;
  pid: number;
  /** Only at the first start of a data folder. */
  apiKey?: string;
  /** Of the key that signs plans. */
  planKeyFingerprint: string;
  /** Stops accepting, finishes what is in flight (10 s at most), writes. */
  stop(): Promise<void>;
}
