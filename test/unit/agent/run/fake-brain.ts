import type { BrainPort, PollResult } from "../../../../src/agent/brain-port.ts";
import type {
  AgentSettings,
  HeartbeatRequest,
  RegisterRequest,
} from "../../../../src/contract/agent.ts";
import type { PlanResult, SignedPlan } from "../../../../src/contract/plan.ts";
import type { Snapshot } from "../../../../src/contract/snapshot.ts";

export const decode = <T>({ payload }: { payload: string }): T =>
  JSON.parse(Buffer.from(payload, "base64").toString("utf8")) as T;

/** The requests of an agent, in order. */
export type AgentRequest =
  | { type: "register"; request: RegisterRequest }
  | { type: "heartbeat"; facts: HeartbeatRequest }
  | { type: "poll"; waitSeconds: number }
  | { type: "result"; planId: string; result: PlanResult }
  | { type: "snapshot"; snapshot: Snapshot }
  | { type: "disconnect"; agentId: string };

/** An in-memory brain that records requests; the test ends its polls. */
export interface FakeBrain extends BrainPort {
  requests: AgentRequest[];
  /** The next request of this type that no test has taken yet. */
  next<T extends AgentRequest["type"]>(type: T): Promise<Extract<AgentRequest, { type: T }>>;
  /** Ends the open poll, or the next one, with these plans. */
  offer(plans: SignedPlan[]): void;
  settings: AgentSettings;
  /** Thrown by the next calls, one each. */
  failures: unknown[];
  missing: (snapshot: Snapshot) => string[];
  closed: boolean;
}

export function fakeBrain(over: Partial<AgentSettings> = {}): FakeBrain {
  const requests: AgentRequest[] = [];
  const taken = new Map<AgentRequest["type"], number>();
  let waiters: (() => void)[] = [];
  const offers: SignedPlan[][] = [];
  let openPoll: ((plans: SignedPlan[]) => void) | null = null;

  function record(request: AgentRequest): void {
    requests.push(request);
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake();
    const failure = brain.failures.shift();
    if (failure) throw failure;
  }

  const brain: FakeBrain = {
    requests,
    failures: [],
    missing: () => [],
    closed: false,
    settings: {
      agent_id: "service-web-1",
      wait_seconds: 60,
      snapshot_interval_seconds: 900,
      denied_tables: [],
      revision: "r1",
      ...over,
    },
    async next(type) {
      const index = taken.get(type) ?? 0;
      taken.set(type, index + 1);
      for (;;) {
        const request = requests.filter((one) => one.type === type)[index];
        if (request) return request as never;
        await new Promise<void>((resolve) => waiters.push(resolve));
      }
    },
    offer(plans) {
      if (openPoll) openPoll(plans);
      else offers.push(plans);
    },
    async register(request) {
      record({ type: "register", request });
      return brain.settings;
    },
    async heartbeat(_agentId, facts) {
      record({ type: "heartbeat", facts });
      return brain.settings;
    },
    async poll(_agentId, waitSeconds, signal) {
      record({ type: "poll", waitSeconds });
      const plans = offers.shift() ?? (await nextOffer(signal));
      return { plans, settingsRevision: brain.settings.revision } satisfies PollResult;
    },
    async sendResult({ planId, receipt }) {
      record({ type: "result", planId, result: decode(receipt) });
      return "accepted";
    },
    async sendSnapshot(_agentId, signed) {
      const snapshot = decode<Snapshot>(signed);
      record({ type: "snapshot", snapshot });
      return { missing: brain.missing(snapshot) };
    },
    async disconnect(agentId) {
      record({ type: "disconnect", agentId });
    },
    async close() {
      brain.closed = true;
    },
  };

  function nextOffer(signal: AbortSignal): Promise<SignedPlan[]> {
    return new Promise((resolve, reject) => {
      openPoll = (plans) => {
        openPoll = null;
        resolve(plans);
      };
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  }

  return brain;
}
