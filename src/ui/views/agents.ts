import type { Agent } from "../../contract/agent.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { agentTable, statusPaint, systemText } from "../plain/agent-table.ts";
import { tagsText } from "../plain/tags-text.ts";
import { type Fact, factLines } from "../text/facts.ts";
import { relativeTime } from "../text/relative-time.ts";
import { paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { Style, View } from "./view.ts";

interface AgentListing {
  agents: Agent[];
  more: boolean;
  /** Absent where there is one. */
  hasServer?: boolean;
}

/** The note on an incomplete listing. */
export const moreAgents = "There are more: use --all or a higher --limit.";

/** The fleet by agent id. */
export const agentListView: View<AgentListing> = {
  json: ({ agents }) => agents,
  plain: ({ agents, more, hasServer }, style) => {
    if (agents.length === 0) return ["No agents."];
    const table = agentTable(agents, style, hasServer);
    return [
      ...renderTable({ ...table, whole: ["agent", "status"] }, style),
      ...(more ? [paint(style, "dim", moreAgents)] : []),
    ];
  },
};

/** One agent with all its details. */
export const agentView: View<Agent> = {
  plain: (agent, style) => [
    paint(style, "bold", escapeControl(agent.agent_id)),
    ...factLines(factsOf(agent, style), style),
  ],
};

/** One removal prints as an object, several as a list. */
export const removedAgentsView: View<Agent[]> = {
  json: (agents) => {
    const deleted = agents.map(({ agent_id }) => ({ agent_id, deleted: true }));
    return deleted.length === 1 ? deleted[0] : deleted;
  },
  plain: (agents) =>
    agents.map(
      ({ agent_id, status }) =>
        `Removed ${escapeControl(agent_id)} and its snapshot.${returnText(status)}`,
    ),
};

function factsOf(agent: Agent, style: Style): Fact[] {
  const heard = relativeTime(agent.last_heartbeat_at, style.nowMs);
  return [
    ["hostname", agent.hostname],
    ["status", agent.status, (text) => paint(style, statusPaint(text), text)],
    ["last seen", heard],
    ["first seen", relativeTime(agent.first_seen_at, style.nowMs)],
    ["system", [systemText(agent), agent.arch].filter((text) => text !== "").join(", ")],
    ["addresses", agent.addresses.join(" ") || "none"],
    ["tags", tagsText(agent.tags) || "none"],
    ["policies", agent.policies.join(" ") || "none"],
    ["agent version", agent.agent_version],
    ["tables", String(agent.tables)],
    ...pendingKeyFacts(agent, style),
  ];
}

function pendingKeyFacts({ pending_key: key }: Agent, style: Style): Fact[] {
  if (!key) return [];
  const { fingerprint, certificate_subject, last_seen_at } = key;
  const certificate = certificate_subject === null ? "" : `, certificate ${certificate_subject}`;
  const seen = relativeTime(last_seen_at, style.nowMs);
  return [["key refused", `${fingerprint}${certificate}, ${seen}`]];
}

function returnText(status: Agent["status"]): string {
  return status === "Connected" ? " It is running and registers again unless you stop it." : "";
}
