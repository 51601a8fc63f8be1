import type { Agent } from "../../contract/agent.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { agentTable } from "../plain/agent-table.ts";
import { count } from "../plain/section.ts";
import { type Paint, paint, type Style } from "../plain/style.ts";
import { renderTable } from "../plain/table.ts";
import { truncateText } from "../plain/text-width.ts";
import { type FleetChange, type FleetState, topWithin } from "./fleet-state.ts";

/** Below this width hosts are told by their agent ids alone. */
const wideEnough = 70;
const narrowColumns = ["agent", "status", "last heard", "tags"];

/** A heading and then one line an agent, as wide as told. */
export function fleetLines(agents: Agent[], style: Style): string[] {
  const columns = style.width < wideEnough ? narrowColumns : undefined;
  return renderTable(agentTable(agents, style), { ...style, columns: style.columns ?? columns });
}

/** Lines that are no agent: the sum, the headings and the keys, besides what changed. */
const otherLines = 3;

/** How many agents fit on a screen of so many lines. */
export function pageSize({ changes, trouble }: FleetState, height: number): number {
  return Math.max(1, height - otherLines - changes.length - (trouble === null ? 0 : 1));
}

/** The screen: sums, the rows on it out of `lines`, what changed last, and the keys. */
export function fleetFrame(
  state: FleetState,
  lines: string[],
  { height, ...style }: Style & { height: number },
): string[] {
  const page = pageSize(state, height);
  const top = topWithin(state, state.top, page);
  const [heading = "", ...rows] = lines;
  const line = (name: Paint, text: string) => paint(style, name, truncateText(text, style.width));
  return [
    line("bold", sums(state)),
    ...(state.trouble === null ? [] : [line("yellow", escapeControl(state.trouble))]),
    heading,
    ...rows.slice(top, top + page),
    ...state.changes.map((change) => line(changePaints[change.type], changeText(change))),
    line("dim", footer(state, { top, page })),
  ];
}

const changePaints: Record<FleetChange["type"], Paint> = {
  added: "green",
  connected: "green",
  changed: "cyan",
  disconnected: "red",
  gone: "red",
};

const changeWords: Record<FleetChange["type"], string> = {
  added: "is new in this list",
  connected: "is connected",
  changed: "has changed",
  disconnected: "is disconnected",
  gone: "is no longer in this list",
};

/** `2026-11-01T08:00:00Z  web-1 is disconnected`. */
export function changeText({ type, agent, atMs }: FleetChange & { atMs: number }): string {
  const time = new Date(atMs).toISOString().replace(/\.\d+Z$/, "Z");
  return `${time}  ${escapeControl(agent.agent_id)} ${changeWords[type]}`;
}

function sums({ agents }: FleetState): string {
  const connected = agents.filter(({ status }) => status === "Connected").length;
  const others = agents.length - connected;
  return `${count(agents.length, "agent")}: ${connected} connected, ${others} disconnected`;
}

function footer({ rows, shown }: FleetState, { top, page }: { top: number; page: number }): string {
  const which = shown === "all" ? "" : ` ${shown.toLowerCase()}`;
  const last = Math.min(rows.length, top + page);
  const place =
    rows.length === 0 ? `no${which} agent` : `${top + 1}–${last} of ${rows.length}${which}`;
  return `${place}   q quit   tab status   ↑ ↓ PgUp PgDn g G scroll`;
}
