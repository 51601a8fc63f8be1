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

/** What an agent said, in order. */
export type Said =
  | { type: "register"; request: RegisterRequest }
  | { type: "heartbeat"; facts: HeartbeatRequest }
  | { type: "poll"; waitSeconds: number }
  | { type: "result"; planId: string; result: PlanResult }
  | { type: "snapshot"; snapshot: Snapshot };

/** A brain in memory that keeps what it hears; a poll ends when the test says so. */
export interface FakeBrain extends BrainPort {
  said: Said[];
  /** The next word of this type that nobody has waited for yet. */
  heard<T extends Said["type"]>(type: T): Promise<Extract<Said, { type: T }>>;
  /** Ends the open poll, or the next one. */
  give(plans: SignedPlan[]): void;
  settings: AgentSettings;
  /** Thrown at the next calls, one each. */
  failures: unknown[];
  missing: (snapshot: Snapshot) => string[];
  closed: boolean;
}

export function fakeBrain(over: Partial<AgentSettings> = {}): FakeBrain {
  const said: Said[] = [];
  const taken = new Map<Said["type"], number>();
  let onWord: (() => void)[] = [];
  const offers: SignedPlan[][] = [];
  let openPoll: ((plans: SignedPlan[]) => void) | null = null;

  function hear(word: Said): void {
    said.push(word);
    const waiters = onWord;
    onWord = [];
    for (const wake of waiters) wake();
    const failure = brain.failures.shift();
    if (failure) throw failure;
  }

  const brain: FakeBrain = {
    said,
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
    async heard(type) {
      const index = taken.get(type) ?? 0;
      taken.set(type, index + 1);
      for (;;) {
        const word = said.filter((one) => one.type === type)[index];
        if (word) return word as never;
        await new Promise<void>((resolve) => onWord.push(resolve));
      }
    },
    give(plans) {
      if (openPoll) openPoll(plans);
      else offers.push(plans);
    },
    async register(request) {
      hear({ type: "register", request });
      return brain.settings;
    },
    async heartbeat(_agentId, facts) {
      hear({ type: "heartbeat", facts });
      return brain.settings;
    },
    async poll(_agentId, waitSeconds, signal) {
      hear({ type: "poll", waitSeconds });
      const plans = offers.shift() ?? (await nextOffer(signal));
      return { plans, settingsRevision: brain.settings.revision } satisfies PollResult;
    },
    async sendResult({ planId, receipt }) {
      hear({ type: "result", planId, result: decode(receipt) });
      return "accepted";
    },
    async sendSnapshot(_agentId, signed) {
      const snapshot = decode<Snapshot>(signed);
      hear({ type: "snapshot", snapshot });
      return { missing: brain.missing(snapshot) };
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
