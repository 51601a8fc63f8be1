import type { Plan, PlanResult, SignedResult } from "../../../contract/plan.ts";
import type { GapReason } from "../../../contract/summary.ts";
import { connectionLost } from "./outcomes.ts";

/** How an offered plan ended. */
export type PlanOutcome =
  | { ok: true; result: PlanResult; signed: SignedResult }
  | { ok: false; reason: GapReason; detail: string };

export interface PlanOffer {
  /** Id of the agent's record. */
  agent: string;
  plan: Plan;
  /** The agent's raw public key; its receipt must be signed with it. */
  publicKey: Uint8Array;
  /** How long to wait for an agent that isn't polling to reconnect. */
  reconnectMs: number;
  /** Aborts when the plan times out or its run is stopped. */
  signal: AbortSignal;
}

export interface PendingPlan {
  offer: PlanOffer;
  state: "waiting" | "fetched";
  settle(outcome: PlanOutcome): void;
}

/** Ends a poll with plans, or without any. */
type EndPoll = (plans: Plan[]) => void;

/** The open polls and pending plans of one agent. A class, because ten thousand of them share its methods. */
export class AgentQueue {
  readonly pending = new Map<string, PendingPlan>();
  /** Newest last, served first: an older one may belong to a dead connection. */
  readonly #polls: EndPoll[] = [];
  /** Runs while an agent with pending plans is disconnected. */
  #reconnectTimer: NodeJS.Timeout | null = null;

  get isPolling(): boolean {
    return this.#polls.length > 0;
  }

  get isUnused(): boolean {
    return !this.isPolling && this.pending.size === 0;
  }

  addPoll(end: EndPoll): void {
    this.#polls.push(end);
  }

  removePoll(end: EndPoll): void {
    const index = this.#polls.indexOf(end);
    if (index >= 0) this.#polls.splice(index, 1);
  }

  endPolls(): void {
    for (const end of this.#polls.splice(0)) end([]);
  }

  /** Hands every waiting plan to the newest poll. */
  dispatch(): void {
    const waiting = [...this.pending.values()].filter(({ state }) => state === "waiting");
    const end = waiting.length > 0 ? this.#polls.pop() : undefined;
    if (!end) return;
    for (const plan of waiting) plan.state = "fetched";
    end(waiting.map(({ offer }) => offer.plan));
  }

  /** Ends every plan, or those in one state. */
  settleAll(outcome: PlanOutcome, state?: PendingPlan["state"]): void {
    for (const plan of [...this.pending.values()])
      if (state === undefined || plan.state === state) plan.settle(outcome);
  }

  /** Fails the plans of a disconnected agent unless it polls again within `ms`. */
  waitForReconnect(ms: number): void {
    if (this.#reconnectTimer || this.isPolling) return;
    this.#reconnectTimer = setTimeout(() => {
      this.#reconnectTimer = null;
      this.settleAll(connectionLost);
    }, ms);
    this.#reconnectTimer.unref();
  }

  stopReconnectTimer(): void {
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = null;
  }
}
