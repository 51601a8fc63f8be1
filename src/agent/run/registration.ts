import type { AgentSettings, HeartbeatRequest, RegisterRequest } from "../../contract/agent.ts";
import { canonicalJson } from "../../core/json.ts";
import type { BrainPort } from "../brain-port.ts";

/** Everything an agent reports about itself and its machine. */
export type AgentFacts = Omit<RegisterRequest, "agent_id" | "public_key">;

/** The facts that the brain has of this agent, and the settings it returned. */
export interface Registration {
  /** Null until the agent is registered. */
  readonly settings: AgentSettings | null;
  register(signal: AbortSignal): Promise<AgentSettings>;
  /** Sends the facts that changed, possibly none; resolves to the current settings. */
  heartbeat(facts: AgentFacts, signal: AbortSignal): Promise<AgentSettings>;
  /** Whether `facts` differ from those last sent. */
  hasChanged(facts: AgentFacts): boolean;
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
  let sent: Partial<AgentFacts> = {};
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
      sent = facts;
      return settings;
    },
    async heartbeat(facts, signal) {
      settings = await brain.heartbeat(agentId, changesOf(sent, facts), signal);
      sent = facts;
      return settings;
    },
    hasChanged: (facts) => Object.keys(changesOf(sent, facts)).length > 0,
  };
}

function changesOf(before: Partial<AgentFacts>, now: AgentFacts): HeartbeatRequest {
  const names = Object.keys(now) as (keyof AgentFacts)[];
  const changed = names.filter((name) => canonicalJson(now[name]) !== canonicalJson(before[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}
