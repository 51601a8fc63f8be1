import type { AgentSettings, HeartbeatRequest, RegisterRequest } from "../../contract/agent.ts";
import { canonicalJson } from "../../core/json.ts";
import type { BrainPort } from "../brain-port.ts";

/** What an agent tells of itself, all of it. */
export type AgentFacts = Omit<RegisterRequest, "agent_id" | "public_key">;

/** What the brain knows of an agent, and what it wants of it. */
export interface Registration {
  /** Null until the brain knows the agent. */
  readonly settings: AgentSettings | null;
  register(signal: AbortSignal): Promise<AgentSettings>;
  /** Tells what has changed of the facts, which may be nothing, and gets the settings as they are now. */
  heartbeat(facts: AgentFacts, signal: AbortSignal): Promise<AgentSettings>;
  /** Whether the brain was told something else. */
  differs(facts: AgentFacts): boolean;
}

export function createRegistration({
  brain,
  agentId,
  publicKey,
  facts: readFacts,
}: {
  brain: BrainPort;
  agentId: string;
  publicKey: Uint8Array;
  facts: () => Promise<AgentFacts> | AgentFacts;
}): Registration {
  let settings: AgentSettings | null = null;
  let told: Partial<AgentFacts> = {};
  return {
    get settings() {
      return settings;
    },
    async register(signal) {
      const facts = await readFacts();
      const identity = {
        agent_id: agentId,
        public_key: Buffer.from(publicKey).toString("base64"),
      };
      settings = await brain.register({ ...facts, ...identity }, signal);
      told = facts;
      return settings;
    },
    async heartbeat(facts, signal) {
      settings = await brain.heartbeat(agentId, changesOf(told, facts), signal);
      told = facts;
      return settings;
    },
    differs: (facts) => Object.keys(changesOf(told, facts)).length > 0,
  };
}

function changesOf(before: Partial<AgentFacts>, now: AgentFacts): HeartbeatRequest {
  const names = Object.keys(now) as (keyof AgentFacts)[];
  const changed = names.filter((name) => canonicalJson(now[name]) !== canonicalJson(before[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}
