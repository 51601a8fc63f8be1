import type { Logger } from "pino";
import type { Depth, Mode, Scope } from "../contract/common.ts";
import type { Detection } from "../contract/detection.ts";
import type { EventDraft } from "../contract/event.ts";
import type { Freshness } from "../contract/investigation.ts";
import type { Key, NewKey } from "../contract/keys.ts";
import type { PlanKeyReport } from "../contract/plan-key.ts";
import type { Reading } from "../contract/reading.ts";
import type { ApiScope } from "../contract/scopes.ts";
import type { Clock } from "../core/clock.ts";
import type { Change, Store } from "../store/port.ts";
import type { LocalListener, WebhookServices } from "../webhooks/types.ts";
import type { NewAccount } from "./access/keys.ts";
import type { Fleet } from "./agents/fleet.ts";
import type { PlanKeys } from "./agents/plan-keys.ts";

/** What of an investigation's request decides how fresh its answer can be. */
export interface FreshnessQuery {
  scope: Scope;
  mode: Mode;
  depth: Depth;
}

/** Looking after the data folder, for the commands of this machine. */
export interface LocalAdmin {
  /** The one key that may. */
  keyId: string;
  createKey(request: { scopes: ApiScope[]; name?: string; account?: string }): Promise<NewKey>;
  listKeys(account?: string): Promise<Key[]>;
  revokeKey(id: string): Promise<void>;
  createAccount(name: string): Promise<NewAccount>;
  listAccounts(): Promise<{ id: string; name: string; created_at: string }[]>;
  showPlanKey(): Promise<PlanKeyReport>;
  /** The one before signs for `overlapMs` more, for the agents that pin it. */
  rotatePlanKey(overlapMs: number): Promise<PlanKeyReport>;
  /** Writes a backup to a path of this machine. */
  backup(file: string): Promise<{ file: string; bytes: number }>;
  /**
   * Lets deliveries through to a receiver on this machine for a minute, in spite of its address;
   * absent where nothing is sent.
   */
  admitListener?(listener: Pick<LocalListener, "port" | "certificate">): void;
}

/** Everything the server needs from outside; compose puts it together. */
export interface Services {
  store: Store;
  clock: Clock;
  random: (size: number) => Uint8Array;
  log: Logger;
  /** Version of the program, for the OpenAPI document and the metrics. */
  version: string;
  /** Requests a minute each key may make; 0 turns the limit off. */
  rateLimitPerMinute: number;
  /** The shortest time between two runs of a standing question. */
  minCuriosityIntervalMs: number;
  /** Silence after which an open stream gets a comment, so that proxies keep it. */
  heartbeatMs: number;
  reader: { read(question: string, accountId: string): Promise<Reading> };
  /** The detections with their calibration for one account, its verdicts counted in. */
  catalogue: {
    list(accountId: string): Promise<Detection[]>;
    find(accountId: string, id: string): Promise<Detection | undefined>;
  };
  /** The records that make an event known, to go into the commit of the change that caused it. */
  emit(event: EventDraft): Change[];
  freshness(accountId: string, query: FreshnessQuery): Promise<Freshness>;
  /** Tells the runner that something is queued. */
  wake(): void;
  /** Tells the runner to let go of an investigation that has just been cancelled. */
  cancelRunning(investigationId: string): void;
  /** The agents of every account. */
  fleet: Fleet;
  /** Every table that agents of this version have, on any platform. */
  tableNames(): Promise<string[]>;
  /** Absent: the server has no commands of this machine to serve. */
  localAdmin?: LocalAdmin;
  planKeys: PlanKeys;
  webhooks: WebhookServices;
}

/** Who asks: the account and key behind a request. */
export interface Caller {
  accountId: string;
  keyId: string;
  /** SHA-256 of the key: what stands in for it in the macs of plans. */
  apiKeyHash: Uint8Array;
}
