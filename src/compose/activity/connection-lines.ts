import type { ConnectionChange } from "../../server/agents/connection-changes.ts";
import type { ActivityLine } from "./line.ts";

/** More agents than this are counted instead of named. */
const maxNamed = 3;

/** What changed: a line for each agent, or their number when there are many. */
export function connectionLines(changes: ConnectionChange[]): ActivityLine[] {
  return [true, false].flatMap((isConnected) => {
    const ids = changes
      .filter((change) => change.isConnected === isConnected)
      .map(({ agentId }) => agentId);
    const verb = isConnected ? "connected" : "disconnected";
    return ids.length > maxNamed
      ? [line({ event: `agents.${verb}`, agents: ids.length }, `${ids.length} agents ${verb}`)]
      : ids.map((agent_id) => line({ event: `agent.${verb}`, agent_id }, `${agent_id} ${verb}`));
  });
}

function line(fields: ActivityLine["fields"], text: string): ActivityLine {
  return { level: "info", fields, text };
}
