import type { AskOutcome, AskRequest } from "../../brain/ports/services.ts";
import type {
  AgentApproval,
  AgentPatch,
  AgentSettings,
  HeartbeatRequest,
  RegisterRequest,
  ResultReceived,
  SnapshotReceived,
} from "../../contract/agent.ts";
import type { SignedPlan, SignedResult } from "../../contract/plan.ts";
import type { AgentRecord } from "../../store/records.ts";
import type { Sender } from "./identity/agent-identity.ts";
import type { BoundIdentities } from "./identity/bound-identities.ts";

/** The account of an agent's API key and the key's SHA-256, which the MACs of its plans are made with. */
export interface AgentCaller {
  accountId: string;
  apiKeyHash: Uint8Array;
}

export interface PollOutcome {
  plans: SignedPlan[];
  settingsRevision: string;
}

/**
 * The agents of every account: their presence, their plans, and the results and snapshots they send.
 * Methods that take an `agentId` reject with `not_found` when the account has no such agent. The
 * caller authenticates requests over the network first.
 */
export interface Fleet extends Pick<BoundIdentities, "authenticate" | "pendingKey"> {
  /** Every agent of an account, with `last_heartbeat_at` up to date. */
  agentsOf(accountId: string): Promise<AgentRecord[]>;
  find(accountId: string, agentId: string): Promise<AgentRecord | undefined>;
  /** The record with `last_heartbeat_at` up to date. */
  withLastHeartbeat(agent: AgentRecord): AgentRecord;
  /** Whether a poll is open, or the last contact is less than 90 s ago and was not a goodbye. */
  isConnected(agent: AgentRecord): boolean;
  settingsOf(agent: AgentRecord): Promise<AgentSettings>;
  /** The sender of a registration over the network. */
  authenticateRegistration(
    accountId: string,
    request: Parameters<BoundIdentities["authenticateRegistration"]>[1],
  ): ReturnType<BoundIdentities["authenticateRegistration"]>;
  /** `sender` is by default the network, without a signature. */
  register(
    caller: AgentCaller,
    request: RegisterRequest,
    sender?: Sender,
  ): Promise<{ created: boolean; settings: AgentSettings }>;
  heartbeat(caller: AgentCaller, agentId: string, facts: HeartbeatRequest): Promise<AgentSettings>;
  /** Resolves with plans as soon as there are any; empty after `waitMs` or when the settings change. */
  poll(
    caller: AgentCaller,
    agentId: string,
    options: { waitMs: number; signal: AbortSignal },
  ): Promise<PollOutcome>;
  /** The agent stops: its polls end and it is disconnected until its next request. */
  disconnect(caller: AgentCaller, agentId: string): Promise<void>;
  /** Queues the plans of a poll whose response was not sent for the next poll. */
  requeue(caller: AgentCaller, agentId: string, plans: SignedPlan[]): void;
  /** `receipt` is the unchecked body; one that doesn't verify rejects with `validation_error` and fails the plan. */
  acceptResult(
    caller: AgentCaller,
    agentId: string,
    result: { planId: string; receipt: unknown },
  ): Promise<ResultReceived>;
  saveSnapshot(
    caller: AgentCaller,
    agentId: string,
    signed: SignedResult,
  ): Promise<SnapshotReceived>;

  patch(accountId: string, agentId: string, patch: AgentPatch): Promise<AgentRecord>;
  /** Binds the agent's id to its pending key; see `BoundIdentities`. */
  approve(accountId: string, agentId: string, approval: AgentApproval): Promise<AgentRecord>;
  /** Removes the agent and its snapshot; false when there is no such agent. */
  remove(accountId: string, agentId: string): Promise<boolean>;
  /** Sends changed settings to connected agents, after a change of the account's policies. */
  settingsChanged(accountId: string): Promise<void>;

  /** Asks one agent and waits for its receipt; never rejects. */
  ask(request: AskRequest): Promise<AskOutcome>;
  /** Ends every poll and stores the last contact times. */
  stop(): Promise<void>;
}
