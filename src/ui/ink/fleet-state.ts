import type { Agent } from "../../contract/agent.ts";

/** What became of an agent between two looks at the fleet; `gone` is listed no longer. */
export interface FleetChange {
  type: "added" | "gone" | "connected" | "disconnected" | "changed";
  /** As it is now, or was last. */
  agent: Agent;
}

export interface FleetUpdate {
  agents: Agent[];
  changes: FleetChange[];
  /** When this was so, epoch ms. */
  atMs: number;
}

export type Shown = "all" | Agent["status"];

/** What the live view of a fleet shows. */
export interface FleetState {
  agents: Agent[];
  /** Those of `agents` that are scrolled through. */
  rows: Agent[];
  shown: Shown;
  /** Place in `rows` of the first that is on the screen. */
  top: number;
  /** The newest last, and only so many as may be shown. */
  changes: (FleetChange & { atMs: number })[];
  /** Why what is shown is not of now. */
  trouble: string | null;
  atMs: number;
}

const keptChanges = 3;
const order: Shown[] = ["all", "Disconnected", "Connected"];

export function startFleet(shown: Shown): FleetState {
  return { agents: [], rows: [], shown, top: 0, changes: [], trouble: null, atMs: 0 };
}

/** The state after another look; the row on top stays there, whatever came or went above it. */
export function withUpdate(state: FleetState, { agents, changes, atMs }: FleetUpdate): FleetState {
  const rows = rowsOf(agents, state.shown);
  const topId = state.rows[state.top]?.agent_id;
  const place = state.top === 0 ? 0 : rows.findIndex(({ agent_id }) => agent_id === topId);
  const dated = changes.map((change) => ({ ...change, atMs }));
  return {
    ...state,
    agents,
    rows,
    top: place < 0 ? state.top : place,
    changes: [...state.changes, ...dated].slice(-keptChanges),
    trouble: null,
    atMs,
  };
}

export function withTrouble(state: FleetState, trouble: string): FleetState {
  return { ...state, trouble };
}

/** Whether all are shown, or those with one status: the next of the three. */
export function withNextShown(state: FleetState): FleetState {
  const shown = order[(order.indexOf(state.shown) + 1) % order.length]!;
  return { ...state, shown, rows: rowsOf(state.agents, shown), top: 0 };
}

/** Scrolled by some rows, no further than to its ends; `page` is how many are on the screen. */
export function scrolled(state: FleetState, by: number, page: number): FleetState {
  return { ...state, top: topWithin(state, state.top + by, page) };
}

/** The top row that leaves no needless room below the last one. */
export function topWithin({ rows }: FleetState, top: number, page: number): number {
  return Math.max(0, Math.min(top, rows.length - page));
}

function rowsOf(agents: Agent[], shown: Shown): Agent[] {
  return shown === "all" ? agents : agents.filter(({ status }) => status === shown);
}
