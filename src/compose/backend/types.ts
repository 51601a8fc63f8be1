import type { Fetch } from "../discovery/types.ts";
import type { LlmOptions, LlmSettings } from "../llm/llm-settings.ts";
import type { OwnFolders } from "../own/load-own-definitions.ts";
import type { WebhookOptions } from "../webhooks/webhook-settings.ts";

/** A backend inside this process. */
export interface Backend {
  /** Answers requests to `baseUrl`; bodies stream. */
  fetch: Fetch;
  baseUrl: string;
  /** An API key of the default account, with every scope. */
  apiKey: string;
  close(): Promise<void>;
}

export interface BackendOptions {
  dataDir: string;
  /** Whether to run an agent for this machine. */
  localAgent: boolean;
  logLevel: "silent" | "debug" | "info" | "warn" | "error";
}

/** A backend for the duration of a command. */
export interface EmbeddedOptions extends BackendOptions {
  own: OwnFolders;
  /** Folder of an operator's advisories. */
  advisories: string | undefined;
  llm?: LlmSettings;
}

export interface ServerOptions extends BackendOptions {
  /** The store is in this database instead of the data folder. */
  databaseUrl?: string | undefined;
  /** A direct connection for notifications, if `databaseUrl` is that of a pooler. */
  databaseListenUrl?: string | undefined;
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Serves the shipped simulated hosts. */
  demo: boolean;
  /** Folders of simulated hosts. */
  simulatedHostDirs: string[];
  /** Receives the log, a line of JSON for each entry. */
  logOutput: { write(line: string): void };
  own: OwnFolders;
  /** Folder of an operator's advisories. */
  advisories: string | undefined;
  /** Allows plain HTTP on an address that other machines can reach. */
  insecure: boolean;
  tlsCertPath?: string;
  tlsKeyPath?: string;
  /** CA that must have signed the client certificates of agents; requires the two above. */
  clientCaPath?: string;
  /** Requests per minute per key; 0 disables the limit. */
  rateLimit: number;
  retentionMs: number;
  minCuriosityIntervalMs: number;
  webhooks: WebhookOptions;
  llm: LlmOptions;
  /** Holds the keys that no flag shows in a list of processes: INQUEST_LLM_KEY, INQUEST_SECRET_KEY and INQUEST_PLAN_KEY. */
  env: NodeJS.ProcessEnv;
}

export interface RunningServer {
  url: string;
  pid: number;
  /** The agents that the server runs itself. */
  ownAgents: { thisMachine: boolean; simulatedHosts: number };
  /** Only on the first start over a data folder. */
  apiKey?: string;
  /** The fingerprint of the key that signs plans. */
  planKeyFingerprint: string;
  /** Stops accepting requests, finishes those in flight (within 10 s) and closes the store. */
  stop(): Promise<void>;
}
