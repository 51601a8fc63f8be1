import { stripVTControlCharacters } from "node:util";
import { escapeControl } from "../../../core/escape-control.ts";
import { paint, type Style } from "../../plain/style.ts";
import { textWidth, truncateText } from "../../plain/text-width.ts";
import { type PanelName, panelNames, panelOf } from "../../top/panels.ts";
import type { Link } from "../../top/top-update.ts";
import { shareHeight } from "./layout.ts";
import { type PanelPlace, panelFrame, rowsIn, wholeLines } from "./panel-frame.ts";
import { helpLines } from "./top-help.ts";
import { placeIn, type TopState } from "./top-state.ts";

type Screen = Style & { height: number };

/** Lines that are no panel: the heading, what the person is to know, and the keys. */
const otherLines = 3;
/** From this width on the panels stand in two columns. */
const wide = 150;
const between = " │ ";

/** The screen: how it is kept up to date, the panels or what was opened, and the keys. */
export function topFrame(state: TopState, screen: Screen): string[] {
  const { height, ...style } = screen;
  const line = (text: string) => truncateText(text, style.width);
  const room = Math.max(0, height - otherLines);
  return [
    headingLine(state, style),
    paint(style, "yellow", line(messageOf(state, style.nowMs))),
    ...fill(mainLines(state, { ...style, height: room }), room),
    paint(style, "dim", line(footerOf(state))),
  ];
}

/** How many lines of what keys move through are on the screen. */
export function topPage(state: TopState, { height, ...style }: Screen): number {
  const room = Math.max(1, height - otherLines);
  if (state.record) return room;
  const places = columnsOf(state, { ...style, height: room }).flat();
  return Math.max(1, rowsIn(places.find(({ focused }) => focused)!.lines));
}

function mainLines(state: TopState, screen: Screen): string[] {
  const { record, help } = state;
  if (help) return helpLines(screen);
  if (record) return record.lines?.slice(record.top, record.top + screen.height) ?? ["…"];
  const columns = columnsOf(state, screen);
  const style = { ...screen, width: columnWidth(screen.width) };
  const [left = [], right] = columns.map((places) =>
    places.flatMap((place) => panelFrame(place, style)),
  );
  return right ? besides(left, right, style) : left;
}

/** Each panel with its lines, in one column or two. */
function columnsOf(state: TopState, screen: Screen): PanelPlace[][] {
  const names: PanelName[][] =
    screen.width < wide ? [[...panelNames]] : [panelNames.slice(0, 3), panelNames.slice(3)];
  return names.map((column) => {
    const panels = column.map((name) => panelOf(name, state, screen));
    const focused = column.map((name) => name === state.focus);
    const wishes = panels.map((panel, at) => ({
      lines: wholeLines(panel),
      focused: focused[at]!,
    }));
    const shares = shareHeight(wishes, screen.height);
    return panels.map((panel, at) => ({
      panel,
      number: panelNames.indexOf(column[at]!) + 1,
      focused: focused[at]!,
      at: placeIn(panel.ids, state.cursors[column[at]!]),
      lines: shares[at]!,
    }));
  });
}

function columnWidth(width: number): number {
  return width < wide ? width : Math.floor((width - textWidth(between)) / 2);
}

function besides(left: string[], right: string[], style: Style): string[] {
  const height = Math.max(left.length, right.length);
  const blank = (text: string) => " ".repeat(Math.max(0, style.width - textWidth(plain(text))));
  return Array.from({ length: height }, (_, at) => {
    const text = left[at] ?? "";
    return text + blank(text) + paint(style, "dim", between) + (right[at] ?? "");
  });
}

const plain = (text: string) => stripVTControlCharacters(text);

function fill(lines: string[], height: number): string[] {
  return Array.from({ length: height }, (_, at) => lines[at] ?? "");
}

const links: Record<Link, string> = {
  live: "live",
  polling: "polling: this server has no stream",
  lost: "not connected",
};

function headingLine({ server, link }: TopState, style: Style): string {
  const name = "inquest top";
  const text = `  ${server}  ${link === null ? "" : links[link]}`;
  const rest = truncateText(escapeControl(text), style.width - name.length);
  return paint(style, "bold", name) + paint(style, link === "lost" ? "yellow" : "dim", rest);
}

function messageOf({ note, problems, facts }: TopState, nowMs: number): string {
  // One that was never seen says so in its own place.
  const [stale] = Object.entries(problems).filter(([source]) => source in facts);
  if (note && note.untilMs > nowMs) return escapeControl(note.text);
  return stale ? escapeControl(`${stale[1]} What is shown was so before.`) : "";
}

function footerOf({ record, help }: TopState): string {
  if (help) return "any key: back";
  if (record) return "esc back   ↑ ↓ PgUp PgDn g G scroll   ? help";
  return "q quit   ? help   1–5 tab panel   ↑ ↓ select   enter open";
}
