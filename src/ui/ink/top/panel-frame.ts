import { escapeControl } from "../../../core/escape-control.ts";
import { paint, type Style } from "../../plain/style.ts";
import { textWidth, truncateText } from "../../plain/text-width.ts";
import { type Panel, panelLines } from "../../top/panel.ts";

const marker = "› ";
/** Headings are worth a line from so many lines on. */
const headed = 5;

/** Rows of a panel that fit into so many lines, its title among them. */
export function rowsIn(lines: number): number {
  return Math.max(0, lines - (lines >= headed ? 2 : 1));
}

/** Lines that show all of a panel. */
export function wholeLines({ ids }: Panel): number {
  return ids.length === 0 ? 2 : ids.length + (ids.length + 1 >= headed - 1 ? 2 : 1);
}

export interface PanelPlace {
  panel: Panel;
  /** The key that selects it. */
  number: number;
  focused: boolean;
  /** The selected row; -1 where there is none. */
  at: number;
  /** Lines there are for it. */
  lines: number;
}

/** A panel's title and as many rows as fit, the selected one among them. */
export function panelFrame(place: PanelPlace, style: Style): string[] {
  const { panel, focused, at, lines } = place;
  const titled = [titleLine(place, style)];
  const room = rowsIn(lines);
  if (panel.ids.length === 0) {
    const none = truncateText(escapeControl(panel.none), style.width - marker.length);
    return [...titled, `  ${paint(style, "dim", none)}`].slice(0, lines);
  }
  const from = Math.max(0, Math.min(at - Math.floor(room / 2), panel.ids.length - room));
  const inner = { ...style, width: style.width - marker.length };
  const [heading = "", ...rows] = panelLines(panel, { from, to: from + room }, inner);
  const gutter = (row: number) =>
    focused && from + row === at ? paint(style, "bold", marker) : "  ";
  const shown = rows.slice(0, room).map((text, row) => gutter(row) + text);
  return [...titled, ...(lines >= headed ? [`  ${heading}`] : []), ...shown].slice(0, lines);
}

function titleLine({ panel, number, focused }: PanelPlace, style: Style): string {
  const head = `${focused ? "▸" : " "}${number} ${panel.title}  `;
  const sums = truncateText(panel.sums, Math.max(0, style.width - textWidth(head)));
  return paint(style, "bold", focused ? paint(style, "cyan", head) : head) + sums;
}
