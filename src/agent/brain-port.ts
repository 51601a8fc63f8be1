import type {
  AgentSettings,
  HeartbeatRequest,
  RegisterRequest,
  ResultReceived,
  SnapshotReceived,
} from "../contract/agent.ts";
import type { SignedPlan, SignedResult } from "../contract/plan.ts";

/** The result of one poll. */
export interface PollResult {
  /** Empty when the wait timed out or the settings changed. */
  plans: SignedPlan[];
  /** Revision of the current settings; if the agent has another one, it sends a heartbeat. */
  settingsRevision: string;
}

/**
 * The brain as an agent sees it: over the network, or in the same process for this machine and
 * for simulated hosts. Every method rejects with `BrainUnavailable` when the request fails.
 */
export interface BrainPort {
  register(request: RegisterRequest, signal: AbortSignal): Promise<AgentSettings>;
  heartbeat(agentId: string, facts: HeartbeatRequest, signal: AbortSignal): Promise<AgentSettings>;
  /** Resolves when a plan arrives, or after `waitSeconds`. */
  poll(agentId: string, waitSeconds: number, signal: AbortSignal): Promise<PollResult>;
  sendResult(
    result: { agentId: string; planId: string; receipt: SignedResult },
    signal: AbortSignal,
  ): Promise<ResultReceived["status"]>;
  /** `snapshot` is signed like a result; its payload is a `Snapshot`. */
  sendSnapshot(
    agentId: string,
    snapshot: SignedResult,
    signal: AbortSignal,
  ): Promise<SnapshotReceived>;
  /** Reports that the agent stops. Servers of earlier versions don't know the request. */
  disconnect(agentId: string, signal: AbortSignal): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/**
 * Why a request to the brain failed: `refused` (401 or 403: the API key was not accepted),
 * `unknown_agent` (404: register again), `busy` (429), `rejected` (400 or 413: retrying does not
 * help), `unreachable` (no connection, 5xx, or an invalid response).
 */
export type UnavailableReason = "refused" | "unknown_agent" | "busy" | "rejected" | "unreachable";

export class BrainUnavailable extends Error {
  readonly reason: UnavailableReason;
  /** From `Retry-After`; null without one. */
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
