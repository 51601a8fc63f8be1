import type { Agent } from "../../contract/agent.ts";
import { jsonText } from "../../core/json-text.ts";
import type { FleetUpdate } from "../../ui/ink/fleet/fleet-state.ts";
import { changeText } from "../../ui/plain/fleet-change.ts";
import type { Style } from "../../ui/text/style.ts";
import { agentListView } from "../../ui/views/agents.ts";
import { canDraw, type Terminal } from "../terminal/terminal.ts";
import { isVisible } from "./fleet-changes.ts";

/** Shows a fleet and its changes. */
export interface FleetWatcher {
  update(update: FleetUpdate): void;
  /** Shows why the list can't be updated. */
  problem(text: string): void;
  /** Restores the terminal. */
  stop(): void;
}

export interface WatcherOptions {
  terminal: Terminal;
  style: Style;
  status: Agent["status"] | undefined;
  json: boolean;
  onQuit(why: "quit" | "interrupt"): void;
}

/** A live view on a terminal, otherwise lines: the fleet, then its changes. */
export async function startFleetWatcher(options: WatcherOptions): Promise<FleetWatcher> {
  const { terminal, style, status, json, onQuit } = options;
  if (json || !canDraw(terminal)) return lineWatcher(options);
  const { startFleetView } = await import("../../ui/ink/fleet/start-fleet-view.tsx");
  const { stdin, stderr } = terminal;
  return startFleetView({ stdin, stream: stderr, style, filter: status ?? "all", onQuit });
}

/** Every agent once, then one line per change. */
export function lineWatcher({
  terminal: { stdout, stderr },
  style,
  status,
  json,
}: Omit<WatcherOptions, "onQuit">): FleetWatcher {
  const write = (lines: string[]) => stdout.write(lines.map((line) => `${line}\n`).join(""));
  const record = (event: string, data: Agent) => jsonText({ event, data });
  let started = false;
  let lastProblem = "";
  const first = ({ agents, atMs }: FleetUpdate) => {
    const shown = agents.filter((agent) => (status ?? agent.status) === agent.status);
    if (json) return shown.map((agent) => record("agent", agent));
    return agentListView.plain({ agents: shown, more: false }, { ...style, nowMs: atMs });
  };
  const next = ({ changes, atMs }: FleetUpdate) =>
    changes
      .filter((change) => isVisible(change, status))
      .map((one) => (json ? record(one.type, one.agent) : changeText({ ...one, atMs })));
  return {
    update: (update) => {
      write(started ? next(update) : first(update));
      started = true;
      lastProblem = "";
    },
    problem: (text) => {
      if (text !== lastProblem) stderr.write(`${text}\n`);
      lastProblem = text;
    },
    stop: () => {},
  };
}
