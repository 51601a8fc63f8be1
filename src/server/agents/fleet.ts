import type { AskOutcome, AskRequest } from "../../brain/ports/services.ts";
import type {
  AgentPatch,
  AgentSettings,
  HeartbeatRequest,
  RegisterRequest,
  ResultReceived,
  SnapshotReceived,
} from "../../contract/agent.ts";
import type { SignedPlan, SignedResult } from "../../contract/plan.ts";
import type { AgentRecord } from "../../store/records.ts";

/** Who speaks for an agent: the account of its API key, and that key's SHA-256, which plans are bound to. */
export interface AgentCaller {
  accountId: string;
  apiKeyHash: Uint8Array;
}

export interface PollOutcome {
  plans: SignedPlan[];
  settingsRevision: string;
}

/**
 * The agents of every account: who is there, which plans wait for whom, and what they send.
 * Methods that take an `agentId` reject with `not_found` when the account has no such agent.
 */
export interface Fleet {
  /** Every agent of an account, `last_heartbeat_at` up to date. */
  agentsOf(accountId: string): Promise<AgentRecord[]>;
  find(accountId: string, agentId: string): Promise<AgentRecord | undefined>;
  /** The record with when its agent was last heard. */
  upToDate(agent: AgentRecord): AgentRecord;
  /** A poll is open, or its last word is no older than 90 s. */
  isConnected(agent: AgentRecord): boolean;
  settingsOf(agent: AgentRecord): Promise<AgentSettings>;

  register(
    caller: AgentCaller,
    request: RegisterRequest,
  ): Promise<{ created: boolean; settings: AgentSettings }>;
  heartbeat(caller: AgentCaller, agentId: string, facts: HeartbeatRequest): Promise<AgentSettings>;
  /** Resolves with plans as soon as there are any; empty once `waitMs` has passed or settings changed. */
  poll(
    caller: AgentCaller,
    agentId: string,
    options: { waitMs: number; signal: AbortSignal },
  ): Promise<PollOutcome>;
  /** Plans of a poll whose answer never left: they wait for the next one. */
  takeBack(caller: AgentCaller, agentId: string, plans: SignedPlan[]): void;
  /** `receipt` is whatever came; one that doesn't verify rejects with `validation_error` and ends the wait for it. */
  deliver(
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
  /** With its snapshot; false when there is no such agent. */
  remove(accountId: string, agentId: string): Promise<boolean>;
  /** Tells connected agents whose settings differ from before: policies of the account changed. */
  settingsChanged(accountId: string): Promise<void>;

  /** Asks one agent and waits for its receipt; never rejects. */
  ask(request: AskRequest): Promise<AskOutcome>;
  /** Ends every poll and writes down who was heard when. */
  stop(): Promise<void>;
}
