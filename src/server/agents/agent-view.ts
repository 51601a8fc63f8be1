import { effectsOf } from "../../brain/hosts/tag-policies.ts";
import type { Agent } from "../../contract/agent.ts";
import type { AgentRecord, PolicyRecord } from "../../store/records.ts";
import type { Fleet } from "./fleet.ts";

/** An agent as the API returns it: with its last contact and the policies that apply to it. */
export function toAgent(
  fleet: Pick<Fleet, "withLastHeartbeat" | "isConnected" | "pendingKey">,
  { agent, policies }: { agent: AgentRecord; policies: PolicyRecord[] },
): Agent {
  const record = fleet.withLastHeartbeat(agent);
  const pendingKey = fleet.pendingKey(record);
  return {
    agent_id: record.agent_id,
    hostname: record.hostname,
    status: fleet.isConnected(record) ? "Connected" : "Disconnected",
    os: record.os,
    os_version: record.os_version,
    arch: record.arch,
    agent_version: record.agent_version,
    tags: record.tags,
    policies: effectsOf(policies, record.tags).policies,
    addresses: record.addresses,
    first_seen_at: record.first_seen_at,
    last_heartbeat_at: record.last_heartbeat_at,
    tables: record.tables.length,
    ...(pendingKey && { pending_key: pendingKey }),
  };
}
