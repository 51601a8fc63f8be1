import type { Agent } from "../../contract/agent.ts";
import { relativeTime } from "../text/relative-time.ts";
import type { Paint, Style } from "../text/style.ts";
import type { TableData } from "../text/table-layout.ts";
import { tagsText } from "./tags-text.ts";

/**
 * Agents as a table, one a row. Without a server this machine is connected only while a command runs,
 * and nobody else is.
 */
export function agentTable(agents: Agent[], style: Style, hasServer = true): TableData {
  return {
    columns: ["agent", "hostname", "status", "os", "last seen", "tags"],
    rows: agents.map((agent) => [
      agent.agent_id,
      agent.hostname,
      agent.pending_key ? `${agent.status}, ${keyRefused}` : statusText(agent, hasServer),
      systemText(agent),
      relativeTime(agent.last_heartbeat_at, style.nowMs),
      tagsText(agent.tags),
    ]),
    paints: { status: statusPaint },
  };
}

const onDemand = "On demand";

const statusText = ({ status }: Agent, hasServer: boolean): string =>
  status === "Connected" && !hasServer ? onDemand : status;

/** In listings: a machine with another key tried to use the agent's id. */
const keyRefused = "key refused";

export function systemText({ os, os_version }: Agent): string {
  return `${os} ${os_version}`.trim();
}

export function statusPaint(status: string): Paint {
  if (status.endsWith(keyRefused)) return "yellow";
  if (status === onDemand) return "dim";
  return status === "Connected" ? "green" : "red";
}
