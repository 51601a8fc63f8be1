import type { Agent } from "../../contract/agent.ts";
import type { FleetChange } from "../../ui/plain/fleet-change.ts";

/** The differences between two listings; a new heartbeat is not a change. */
export function fleetChanges(before: Agent[], now: Agent[]): FleetChange[] {
  const earlier = new Map(before.map((agent) => [agent.agent_id, agent]));
  const changes: FleetChange[] = [];
  for (const agent of now) {
    const type = changeOf(earlier.get(agent.agent_id), agent);
    if (type) changes.push({ type, agent });
    earlier.delete(agent.agent_id);
  }
  for (const agent of earlier.values()) changes.push({ type: "gone", agent });
  return changes;
}

/** Whether a change is visible in a list that is filtered by status. */
export function isVisible({ type, agent }: FleetChange, status: Agent["status"] | undefined) {
  return (
    type === "connected" || type === "disconnected" || (status ?? agent.status) === agent.status
  );
}

function changeOf(before: Agent | undefined, now: Agent): FleetChange["type"] | undefined {
  if (!before) return "added";
  if (before.status !== now.status)
    return now.status === "Connected" ? "connected" : "disconnected";
  return factsOf(before) === factsOf(now) ? undefined : "changed";
}

function factsOf(agent: Agent): string {
  return JSON.stringify({ ...agent, last_heartbeat_at: null });
}
