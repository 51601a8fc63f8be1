import type { Plan, SignedResult } from "../../contract/plan.ts";
import type { GapReason } from "../../contract/summary.ts";
import type { DeliveryRecord, RemoteIdentity } from "../records.ts";

/**
 * What servers over one database share beside the records: plans on their way to agents, last
 * contacts, sequence numbers, refused keys and rate limits, all of it valid for minutes, and a crash
 * of the database may empty it; and which server sends which deliveries. Times are those of the
 * database's clock.
 */
export interface SharedState {
  plans: SharedPlans;
  contacts: SharedContacts;
  sequences: SharedSequences;
  pendingKeys: SharedPendingKeys;
  rates: SharedRates;
  settings: SharedSettings;
  deliveries: SharedDeliveries;
}

export interface OfferedPlan {
  /** Id of the agent's record. */
  agent: string;
  plan: Plan;
  /** The agent's raw public key; its receipt must be signed with it. */
  publicKey: Uint8Array;
}

/** How another server ended a plan: with a verified receipt, or with a failure. */
export type PlanEnd =
  | { ok: true; signed: SignedResult }
  | { ok: false; reason: GapReason; detail: string };

/** A plan of the last minutes, for the server that receives its receipt. */
export type KnownPlan =
  | { isEnded: false; publicKey: Uint8Array; plan: Plan }
  | { isEnded: true; isAnswered: boolean };

/** Which plan to give up: any that has not ended, or only one whose agent has not fetched it or was lost. */
export type GiveUp = { planId: string; which: "pending" | "without_agent" };

export interface PlanWatcher {
  /** Plans wait for these agents. */
  offered(agents: string[]): void;
  /** The agents of these plans have them, and are connected. */
  fetched(planIds: string[]): void;
  /** These plans were ended by another server than the one that offered them. */
  ended(planIds: string[]): void;
  /** The connections of these agents, which have pending plans, broke off. */
  disconnected(agents: string[]): void;
  /** Another server interrupts the polls of these agents. */
  interrupted(agents: string[]): void;
  /** Some of the above may have gone unnoticed. */
  missed(): void;
}

/**
 * Plans offered to agents on any server. Calls of one server take effect in the order in which they
 * were made, except `find`, `end` with an outcome, and `collect`. A plan ends once and is remembered
 * for ten more minutes.
 */
export interface SharedPlans {
  offer(plan: OfferedPlan): Promise<void>;
  /** Fetches the plans that wait for an agent, and marks the agent as connected again. */
  take(agent: string): Promise<Plan[]>;
  /** The agents that plans wait for. */
  awaitedAgents(): Promise<string[]>;
  /** The plan, if it is this agent's. */
  find(agent: string, planId: string): Promise<KnownPlan | undefined>;
  /** Ends a plan; false if it had ended. `outcome` is null if its own server ends it. */
  end(planId: string, end: { isAnswered: boolean; outcome: PlanEnd | null }): Promise<boolean>;
  /** Ends a plan without an answer; null if it is not such a plan. */
  giveUp(plan: GiveUp): Promise<{ wasFetched: boolean } | null>;
  /** How another server ended the plan; undefined if it has not ended. */
  collect(planId: string): Promise<PlanEnd | undefined>;
  /** Makes plans wait again whose response was not sent. */
  requeue(agent: string, planIds: string[]): Promise<void>;
  disconnected(agent: string): Promise<void>;
  /** Ends the plans that the agent had fetched. */
  restarted(agent: string, detail: string): Promise<void>;
  /** Notifies the other servers. */
  interrupt(agent: string): Promise<void>;
  watch(watcher: PlanWatcher): () => void;
}

export interface SharedContact {
  /** Id of the agent's record. */
  agent: string;
  /** Milliseconds since the contact. */
  ageMs: number;
  /** The agent reported that it stops. */
  hasStopped: boolean;
}

export interface SharedContacts {
  /** Publishes this server's contacts. */
  publish(contacts: SharedContact[]): Promise<void>;
  /** The last contact of each agent, with any server. */
  all(): Promise<SharedContact[]>;
  forget(agent: string): Promise<void>;
  /** Calls `contacted` with the contacts of other servers, and `missed` when some may have been lost. */
  watch(contacted: (contacts: SharedContact[]) => void, missed: () => void): () => void;
}

/** A sequence number and the key, in base64, that signed it. */
export interface SeenSequence {
  publicKey: string;
  sequence: number;
}

/** The highest sequence number of each agent's signed requests. */
export interface SharedSequences {
  /** The highest number seen; null if none was signed with this key. */
  last(agent: string, publicKey: string): Promise<number | null>;
  /** Records a number if it is higher than those seen; otherwise returns the highest. Atomic. */
  advance(agent: string, seen: SeenSequence): Promise<{ ok: true } | { ok: false; last: number }>;
  forget(agent: string): Promise<void>;
}

export interface SharedPendingKey {
  /** Id of the agent's record. */
  agent: string;
  identity: RemoteIdentity;
  /** ISO-8601. */
  lastSeenAt: string;
}

/** The last refused key of each agent. */
export interface SharedPendingKeys {
  /** Records a refused key; whether it is another one than before. */
  note(agent: string, identity: RemoteIdentity): Promise<{ isNew: boolean }>;
  all(): Promise<SharedPendingKey[]>;
  forget(agent: string): Promise<void>;
  /** Calls `changed` after a change on any server, or when one may have gone unnoticed. */
  watch(changed: () => void): () => void;
}

export interface SharedRates {
  /** Counts one request in the window that starts with a caller's first. */
  count(caller: string, windowMs: number): Promise<{ requests: number; remainingMs: number }>;
}

export interface SharedSettings {
  /** Notifies the other servers that the agent's settings changed. */
  changed(agent: string): Promise<void>;
  watch(changed: (agents: string[]) => void): () => void;
}

/** The deliveries of a subscription are sent by one server at a time. */
export interface SharedDeliveries {
  /**
   * Calls `run` with a subscription that has due deliveries, and keeps it from other servers until the
   * promise resolves. A call may come twice at a time for one subscription.
   */
  work(run: (subscription: string) => Promise<void>): { stop(): Promise<void> };
  /** Unfinished deliveries without a lease, those due first, due or not. */
  next(subscription: string, query: { nowMs: number; limit: number }): Promise<DeliveryRecord[]>;
}
