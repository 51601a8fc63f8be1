import type { Style } from "../../text/style.ts";
import type { Panel } from "../../top/panel.ts";
import { type PanelName, panelNames, panelOf } from "../../top/panels.ts";
import type { ScreenSize } from "../kit/hooks.ts";
import { shareHeight } from "./share-height.ts";
import { selectedIndex, type TopState } from "./top-state.ts";

/** A panel with its part of the screen. */
export interface PlacedPanel {
  panel: Panel;
  /** The key that selects it. */
  number: number;
  focused: boolean;
  /** Index of the selected row; -1 when there are no rows. */
  selected: number;
  /** Lines of the screen for it. */
  lines: number;
}

/** From this width on the panels stand in two columns. */
const minWideWidth = 150;
/** Cells between the two columns: a line with a space on each side. */
export const dividerWidth = 3;
/** A panel with at least this many lines shows headings. */
const minLinesWithHeadings = 5;

/** The panels in one column or two, each with its number of lines. */
export function layOutPanels(state: TopState, size: ScreenSize, style: Style): PlacedPanel[][] {
  const columns: PanelName[][] =
    size.width < minWideWidth ? [[...panelNames]] : [panelNames.slice(0, 3), panelNames.slice(3)];
  return columns.map((names) => layOutColumn(names, state, size.height, style));
}

function layOutColumn(names: PanelName[], state: TopState, height: number, style: Style) {
  const panels = names.map((name) => panelOf(name, state, style));
  const demands = panels.map((panel, at) => ({
    lines: fullHeight(panel),
    focused: names[at] === state.focus,
  }));
  const shares = shareHeight(demands, height);
  return panels.map((panel, at) => ({
    panel,
    number: panelNames.indexOf(names[at]!) + 1,
    focused: demands[at]!.focused,
    selected: selectedIndex(panel.ids, state.cursors[names[at]!]),
    lines: shares[at]!,
  }));
}

/** The width of a column of panels on a screen of this width. */
export function columnWidth(width: number): number {
  return width < minWideWidth ? width : Math.floor((width - dividerWidth) / 2);
}

export function hasHeadings(lines: number): boolean {
  return lines >= minLinesWithHeadings;
}

/** How many rows fit into a panel of so many lines, below its title. */
export function rowsIn(lines: number): number {
  return Math.max(0, lines - (hasHeadings(lines) ? 2 : 1));
}

/** The lines that show a panel completely. */
function fullHeight({ ids }: Panel): number {
  if (ids.length === 0) return 2;
  return ids.length + (hasHeadings(ids.length + 2) ? 2 : 1);
}
