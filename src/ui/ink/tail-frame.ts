import { escapeControl } from "../../core/escape-control.ts";
import { paintDelivery, statusWord } from "../plain/delivery-status.ts";
import { durationText } from "../plain/duration-text.ts";
import { relativeTime } from "../plain/relative-time.ts";
import { count } from "../plain/section.ts";
import { type Paint, paint, type Style } from "../plain/style.ts";
import { renderTable } from "../plain/table.ts";
import { truncateText } from "../plain/text-width.ts";
import { placeOf, type TailRow, type TailState, visibleRows } from "./tail-state.ts";

/** Lines that are no delivery: the sums, a note or a question, the headings and the keys. */
const otherLines = 4;

/** How many rows fit on a screen of so many lines. */
export function tailPage(height: number): number {
  return Math.max(1, height - otherLines);
}

/** The screen: sums, what the person is to know, the list or a record, and the keys. */
export function tailFrame(
  state: TailState,
  { height, ...style }: Style & { height: number },
): string[] {
  const page = tailPage(height);
  const line = (name: Paint, text: string) => paint(style, name, truncateText(text, style.width));
  const rows = visibleRows(state);
  const main = state.record
    ? recordLines(state.record, page, style)
    : listLines(state, rows, page, style);
  return [
    line("bold", sums(state)),
    line(state.asking === null ? "yellow" : "bold", messageOf(state)),
    ...main,
    line("dim", footer(state, rows.length)),
  ];
}

function sums(state: TailState): string {
  const { rows, attempts, paused } = state;
  const many = (status: TailRow["status"]) => rows.filter((row) => row.status === status).length;
  const parts = [
    count(attempts, "attempt"),
    `${many("delivered")} delivered`,
    `${many("pending") + many("retrying")} open`,
    `${many("failed_permanent")} dead`,
  ];
  return parts.join("   ") + (paused ? "   PAUSED" : "");
}

function messageOf({ asking, typing, filter, note }: TailState): string {
  if (asking !== null) return `Replay ${escapeControl(asking)}? y n`;
  if (typing) return `/${filter}▏`;
  return note === null ? (filter ? `/${filter}` : "") : escapeControl(note);
}

function recordLines(
  { lines, top }: NonNullable<TailState["record"]>,
  page: number,
  style: Style,
): string[] {
  if (lines === null) return [paint(style, "dim", "…")];
  return lines.slice(top, top + page + 1);
}

const marker = "› ";
const columns = ["status", "try", "code", "took", "age", "event"];
/** Below this width, these alone. */
const wideEnough = 66;
const narrowColumns = ["status", "code", "age", "event"];
/** Shown where there is room. */
const spare = ["subscription", "delivery", "error"];

function listLines(state: TailState, rows: TailRow[], page: number, style: Style): string[] {
  const { top, at } = placeOf(state, rows, page);
  const shown = rows.slice(top, top + page);
  const data = {
    columns: [...columns, ...spare],
    rows: shown.map((row) => cellsOf(row, style.nowMs)),
    whole: ["status", "took", "age"],
    spare,
    paints: { status: (text: string) => paintDelivery(style, text) },
  };
  const narrow = style.width < wideEnough ? narrowColumns : undefined;
  const [heading = "", ...lines] = renderTable(data, {
    ...style,
    width: style.width - marker.length,
    columns: style.columns ?? narrow,
  });
  const gutter = (index: number) => (top + index === at ? paint(style, "bold", marker) : "  ");
  return [`  ${heading}`, ...lines.slice(0, page).map((text, index) => gutter(index) + text)];
}

function cellsOf(row: TailRow, nowMs: number) {
  return [
    statusWord(row.status).padEnd("delivered".length),
    row.attempts,
    row.code ?? (row.error === null ? "" : "error"),
    row.tookMs === null ? "" : durationText(row.tookMs),
    relativeTime(row.createdAt, nowMs),
    row.event,
    row.subscription,
    row.id,
    row.error ?? "",
  ];
}

function footer({ record, typing, asking, filter, paused }: TailState, shown: number): string {
  if (asking !== null) return "y replay   any other key: no";
  if (typing) return "enter keep the filter   esc drop it";
  if (record) return "esc back   r replay   ↑ ↓ PgUp PgDn scroll";
  const which = filter ? `${shown} match` : String(shown);
  const pause = paused ? "space go on" : "space pause";
  return `${which}   q quit   ${pause}   / filter   ↑ ↓ select   enter open   r replay`;
}
