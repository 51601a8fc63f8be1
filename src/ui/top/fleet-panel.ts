import { statusPaint, systemText } from "../plain/agent-table.ts";
import { tagsText } from "../plain/tags-text.ts";
import { relativeTime } from "../text/relative-time.ts";
import { count } from "../text/section.ts";
import type { Style } from "../text/style.ts";
import type { PanelBody } from "./panel.ts";
import type { FleetFacts } from "./top-facts.ts";

export function fleetPanel({ agents }: FleetFacts, style: Style): PanelBody {
  return {
    sums: sumsOf({ agents }, style.nowMs),
    ids: agents.map(({ agent_id }) => agent_id),
    table: {
      columns: ["agent", "status", "heard", "hostname", "os", "tags"],
      whole: ["status", "heard"],
      spare: ["hostname", "os", "tags"],
      paints: { status: statusPaint },
    },
    row: (at) => {
      const agent = agents[at]!;
      return [
        agent.agent_id,
        agent.status,
        relativeTime(agent.last_heartbeat_at, style.nowMs),
        agent.hostname,
        systemText(agent),
        tagsText(agent.tags),
      ];
    },
    none: "No agents.",
    command: "inquest agents list",
  };
}

function sumsOf({ agents }: FleetFacts, nowMs: number): string {
  if (agents.length === 0) return "no agents";
  const connected = agents.filter(({ status }) => status === "Connected").length;
  const last = lastHeard({ agents });
  const parts = [
    `${count(agents.length, "agent")}: ${connected} connected`,
    `${agents.length - connected} disconnected`,
    `last seen ${relativeTime(last, nowMs)}`,
  ];
  return parts.join(", ");
}

/** The latest heartbeat of any agent. */
export function lastHeard({ agents }: FleetFacts): string | null {
  return agents.reduce<string | null>(
    (last, { last_heartbeat_at: at }) => (at !== null && at > (last ?? "") ? at : last),
    null,
  );
}
