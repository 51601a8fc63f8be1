import { Box } from "ink";
import { useContext } from "react";
import { escapeControl } from "../../../core/escape-control.ts";
import type { Style } from "../../text/style.ts";
import type { Link } from "../../top/top-update.ts";
import type { ScreenSize } from "../kit/hooks.ts";
import { ColourContext, Line, Painted } from "../kit/Line.tsx";
import { Lines } from "../kit/Lines.tsx";
import { Help } from "./Help.tsx";
import { Panel } from "./Panel.tsx";
import { columnWidth, layOutPanels, type PlacedPanel, rowsIn } from "./panel-layout.ts";
import type { TopState } from "./top-state.ts";

/** Lines other than panels: the heading, a message, and the keys. */
const fixedLines = 3;

export interface TopScreenProps {
  state: TopState;
  style: Style;
  size: ScreenSize;
}

/** The operator's screen: the panels, or what was opened from them. */
export function TopScreen({ state, style, size: { width, height } }: TopScreenProps) {
  const room = mainSize({ width, height });
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Heading state={state} />
      <Line paints={["yellow"]}>{messageText(state, style.nowMs)}</Line>
      <Box flexShrink={0} height={room.height} overflow="hidden">
        <Main state={state} style={style} size={room} />
      </Box>
      <Line paints={["dim"]}>{footerText(state)}</Line>
    </Box>
  );
}

/** The part of the screen between heading and keys. */
function mainSize({ width, height }: ScreenSize): ScreenSize {
  return { width, height: Math.max(0, height - fixedLines) };
}

/** How many rows or lines the keys page through. */
export function topPage(state: TopState, style: Style, size: ScreenSize): number {
  const room = mainSize(size);
  if (state.record) return Math.max(1, room.height);
  const panels = layOutPanels(state, room, style).flat();
  return Math.max(1, rowsIn(panels.find(({ focused }) => focused)!.lines));
}

/** The lines of the open record on a screen of this width. */
export function recordLines({ record }: TopState, style: Style, width: number): string[] {
  return record?.lines?.({ ...style, width, maxRows: Number.POSITIVE_INFINITY }) ?? ["…"];
}

function Main({ state, style, size }: TopScreenProps) {
  const { record, help } = state;
  if (help) return <Help />;
  if (record) {
    const lines = recordLines(state, style, size.width);
    return <Lines lines={lines.slice(record.top, record.top + size.height)} />;
  }
  const [left = [], right] = layOutPanels(state, size, style);
  const width = columnWidth(size.width);
  const columnStyle = { ...style, width };
  return (
    <Box>
      <Column panels={left} style={columnStyle} />
      {right && <Divider />}
      {right && <Column panels={right} style={columnStyle} />}
    </Box>
  );
}

function Column({ panels, style }: { panels: PlacedPanel[]; style: Style }) {
  return (
    <Box flexDirection="column" flexShrink={0} width={style.width}>
      {panels.map((place) => (
        <Panel key={place.number} place={place} style={style} />
      ))}
    </Box>
  );
}

function Divider() {
  const colour = useContext(ColourContext);
  return (
    <Box
      flexShrink={0}
      marginX={1}
      borderStyle="single"
      borderTop={false}
      borderRight={false}
      borderBottom={false}
      borderDimColor={colour}
    />
  );
}

const links: Record<Link, string> = {
  live: "live",
  polling: "polling: this server has no stream",
  lost: "not connected",
};

function Heading({ state: { server, link } }: { state: TopState }) {
  const status = link === null ? "" : links[link];
  return (
    <Line>
      <Painted paints={["bold"]}>inquest top</Painted>
      <Painted paints={[link === "lost" ? "yellow" : "dim"]}>
        {escapeControl(`  ${server}  ${status}`)}
      </Painted>
    </Line>
  );
}

function messageText({ note, problems, facts }: TopState, nowMs: number): string {
  // A source that was never read reports its problem in its own panel.
  const [stale] = Object.entries(problems).filter(([source]) => source in facts);
  if (note && note.untilMs > nowMs) return escapeControl(note.text);
  return stale ? escapeControl(`${stale[1]} Showing earlier data.`) : "";
}

function footerText({ record, help }: TopState): string {
  if (help) return "any key: back";
  if (record) return "esc back   ↑ ↓ PgUp PgDn g G scroll   ? help";
  return "q quit   ? help   1–5 tab panel   ↑ ↓ select   enter open";
}
