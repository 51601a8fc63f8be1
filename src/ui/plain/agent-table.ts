import type { Agent } from "../../contract/agent.ts";
import { relativeTime } from "./relative-time.ts";
import { paint, type Style } from "./style.ts";
import type { TableData } from "./table.ts";
import { tagsText } from "./tags-text.ts";

/** Agents as a table, one a row. */
export function agentTable(agents: Agent[], style: Style): TableData {
  return {
    columns: ["agent", "hostname", "status", "os", "last heard", "tags"],
    rows: agents.map((agent) => [
      agent.agent_id,
      agent.hostname,
      agent.status,
      systemText(agent),
      relativeTime(agent.last_heartbeat_at, style.nowMs),
      tagsText(agent.tags),
    ]),
    paints: { status: (text) => paintStatus(style, text) },
  };
}

export function systemText({ os, os_version }: Agent): string {
  return `${os} ${os_version}`.trim();
}

export function paintStatus(style: Pick<Style, "colour">, status: string): string {
  return paint(style, status === "Connected" ? "green" : "red", status);
}
