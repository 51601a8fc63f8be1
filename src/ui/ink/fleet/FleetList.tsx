import { Box, useInput, useStdin } from "ink";
import { useMemo } from "react";
import { escapeControl } from "../../../core/escape-control.ts";
import { agentTable } from "../../plain/agent-table.ts";
import { changePaint, changeText } from "../../plain/fleet-change.ts";
import { count } from "../../text/section.ts";
import type { Style } from "../../text/style.ts";
import { renderTable } from "../../text/table.ts";
import { layOutTable } from "../../text/table-layout.ts";
import { useScreenSize, useViewStore } from "../kit/hooks.ts";
import { Line } from "../kit/Line.tsx";
import { Lines } from "../kit/Lines.tsx";
import { Table } from "../kit/Table.tsx";
import type { ViewStore } from "../kit/view-store.ts";
import { fleetAction } from "./fleet-keys.ts";
import { clampTop, type FleetState, pageSize, scrolled, withNextFilter } from "./fleet-state.ts";

export interface LiveFleetProps {
  store: ViewStore<FleetState>;
  style: Style;
  onQuit(why: "quit" | "interrupt"): void;
}

/** The fleet on the whole screen, with keys to scroll and to filter. */
export function LiveFleet({ store, style, onQuit }: LiveFleetProps) {
  const state = useViewStore(store);
  const { width, height } = useScreenSize();
  const { isRawModeSupported } = useStdin();
  useInput(
    (input, key) => {
      const page = pageSize(store.get(), height);
      const action = fleetAction(input, key, page);
      if (action?.type === "scroll") store.set((now) => scrolled(now, action.by, page));
      else if (action?.type === "filter") store.set(withNextFilter);
      else if (action) onQuit(action.type);
    },
    { isActive: isRawModeSupported },
  );
  return <FleetList state={state} style={{ ...style, width }} height={height} />;
}

export interface FleetListProps {
  state: FleetState;
  style: Style;
  /** Lines of the screen that may be used. */
  height: number;
}

/** The part of a fleet that fits the screen, with the latest changes below it. */
export function FleetList({ state, style, height }: FleetListProps) {
  const { problem, changes } = state;
  const page = pageSize(state, height);
  const top = clampTop(state, state.top, page);
  return (
    <Box flexDirection="column">
      <Line paints={["bold"]}>{summaryText(state)}</Line>
      {problem !== null && <Line paints={["yellow"]}>{escapeControl(problem)}</Line>}
      <AgentRows state={state} style={style} from={top} page={page} />
      {changes.map((change) => (
        <Line key={`${change.atMs} ${change.agent.agent_id}`} paints={[changePaint(change)]}>
          {changeText(change)}
        </Line>
      ))}
      <Line paints={["dim"]}>{footerText(state, { top, page })}</Line>
    </Box>
  );
}

/** Narrower than this, hosts are shown by their agent ids alone. */
const minWideWidth = 70;
const narrowColumns = ["agent", "status", "last seen", "tags"];

interface AgentRowsProps {
  state: FleetState;
  style: Style;
  from: number;
  page: number;
}

function AgentRows({ state: { rows, atMs }, style, from, page }: AgentRowsProps) {
  const { width, columns = width < minWideWidth ? narrowColumns : undefined, hint } = style;
  // A key press must not lay out a thousand rows again.
  const { layout, lines } = useMemo(() => {
    const tableStyle = { width, columns, hint, colour: false, maxRows: rows.length, nowMs: atMs };
    const data = agentTable(rows, tableStyle);
    const layout = layOutTable(data, tableStyle);
    return { layout, lines: layout ? [] : renderTable(data, tableStyle) };
  }, [rows, width, columns, hint, atMs]);
  const to = Math.min(rows.length, from + page);
  if (layout) return <Table columns={layout} from={from} to={to} />;
  return <Lines lines={lines.slice(from, from + page + 1)} />;
}

function summaryText({ agents, atMs }: FleetState): string {
  // Before the first listing it is not known how many there are.
  if (atMs === 0) return "Listing agents…";
  const connected = agents.filter(({ status }) => status === "Connected").length;
  const others = agents.length - connected;
  return `${count(agents.length, "agent")}: ${connected} connected, ${others} disconnected`;
}

function footerText(
  { rows, filter, atMs }: FleetState,
  { top, page }: { top: number; page: number },
): string {
  const keys = "q quit   tab status   ↑ ↓ PgUp PgDn g G scroll";
  if (atMs === 0) return keys;
  const which = filter === "all" ? "" : ` ${filter.toLowerCase()}`;
  const last = Math.min(rows.length, top + page);
  const range =
    rows.length === 0 ? `no${which} agent` : `${top + 1}–${last} of ${rows.length}${which}`;
  return `${range}   ${keys}`;
}
