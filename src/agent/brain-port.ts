import type {
  AgentSettings,
  HeartbeatRequest,
  RegisterRequest,
  ResultReceived,
  SnapshotReceived,
} from "../contract/agent.ts";
import type { SignedPlan, SignedResult } from "../contract/plan.ts";

/** What came of one poll. */
export interface Polled {
  /** Empty when the wait passed, or when the settings changed. */
  plans: SignedPlan[];
  /** Of the settings as they are now; another than the agent's own means a heartbeat is due. */
  settingsRevision: string;
}

/**
 * The brain as an agent sees it: across the network, or in the same process for this machine
 * and for simulated hosts. Every method rejects with a `BrainUnavailable` when there is no answer.
 */
export interface BrainPort {
  register(request: RegisterRequest, signal: AbortSignal): Promise<AgentSettings>;
  heartbeat(agentId: string, facts: HeartbeatRequest, signal: AbortSignal): Promise<AgentSettings>;
  /** Resolves as soon as there is a plan, and after `waitSeconds` at the latest. */
  poll(agentId: string, waitSeconds: number, signal: AbortSignal): Promise<Polled>;
  sendResult(
    result: { agentId: string; planId: string; receipt: SignedResult },
    signal: AbortSignal,
  ): Promise<ResultReceived["status"]>;
  /** `snapshot` is signed as a result is; its payload is a `Snapshot`. */
  sendSnapshot(
    agentId: string,
    snapshot: SignedResult,
    signal: AbortSignal,
  ): Promise<SnapshotReceived>;
  /** Lets go of connections. */
  close(): Promise<void>;
}

/**
 * Why the brain gave no answer: `refused` the key (401, 403), `unknown_agent` (404: register
 * again), `busy` (429), `rejected` what was sent (400, 413: sending it again is no use), or not
 * `reachable` (no connection, 5xx, an answer that makes no sense).
 */
export type UnavailableReason = "refused" | "unknown_agent" | "busy" | "rejected" | "unreachable";

export class BrainUnavailable extends Error {
  readonly reason: UnavailableReason;
  /** What the brain asked for; null where it asked for nothing. */
  readonly retryAfterMs: number | null;

  constructor(
    reason: UnavailableReason,
    message: string,
    { retryAfterMs = null, cause }: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = "BrainUnavailable";
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
