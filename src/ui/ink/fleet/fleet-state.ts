import type { Agent } from "../../../contract/agent.ts";
import type { FleetChange } from "../../plain/fleet-change.ts";

export interface FleetUpdate {
  agents: Agent[];
  changes: FleetChange[];
  /** When the agents were listed, epoch ms. */
  atMs: number;
}

export type StatusFilter = "all" | Agent["status"];

/** What the live view of a fleet shows. */
export interface FleetState {
  agents: Agent[];
  /** The agents that pass the status filter. */
  rows: Agent[];
  filter: StatusFilter;
  /** Index in `rows` of the first row on the screen. */
  top: number;
  /** The latest few changes, newest last. */
  changes: (FleetChange & { atMs: number })[];
  /** Why the list is out of date. */
  problem: string | null;
  atMs: number;
}

const shownChanges = 3;
const filters: StatusFilter[] = ["all", "Disconnected", "Connected"];

export function startFleet(filter: StatusFilter): FleetState {
  return { agents: [], rows: [], filter, top: 0, changes: [], problem: null, atMs: 0 };
}

/** The state after another listing; the top row stays on top, whatever was added or removed above it. */
export function withUpdate(state: FleetState, { agents, changes, atMs }: FleetUpdate): FleetState {
  const rows = filterAgents(agents, state.filter);
  const topId = state.rows[state.top]?.agent_id;
  const index = state.top === 0 ? 0 : rows.findIndex(({ agent_id }) => agent_id === topId);
  const dated = changes.map((change) => ({ ...change, atMs }));
  return {
    ...state,
    agents,
    rows,
    top: index < 0 ? state.top : index,
    changes: [...state.changes, ...dated].slice(-shownChanges),
    problem: null,
    atMs,
  };
}

export function withProblem(state: FleetState, problem: string): FleetState {
  return { ...state, problem };
}

/** The state with the next status filter: all, disconnected, connected. */
export function withNextFilter(state: FleetState): FleetState {
  const filter = filters[(filters.indexOf(state.filter) + 1) % filters.length]!;
  return { ...state, filter, rows: filterAgents(state.agents, filter), top: 0 };
}

/** The state scrolled by some rows, within the list; `page` is how many rows are on the screen. */
export function scrolled(state: FleetState, by: number, page: number): FleetState {
  return { ...state, top: clampTop(state, state.top + by, page) };
}

/** `top`, moved so that the page leaves no empty lines below the last row. */
export function clampTop({ rows }: FleetState, top: number, page: number): number {
  return Math.max(0, Math.min(top, rows.length - page));
}

/** Lines other than agents and changes: the summary, the headings and the keys. */
const fixedLines = 3;

/** How many agents fit on a screen of `height` lines. */
export function pageSize({ changes, problem }: FleetState, height: number): number {
  return Math.max(1, height - fixedLines - changes.length - (problem === null ? 0 : 1));
}

function filterAgents(agents: Agent[], filter: StatusFilter): Agent[] {
  return filter === "all" ? agents : agents.filter(({ status }) => status === filter);
}
