import type { Chain, ChainStep } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { paint, type Style } from "../text/style.ts";
import { padText, textWidth, truncateText } from "../text/text-width.ts";

/** The maximum width of a drawn name; the list of steps has the full one. */
const maxNameWidth = 32;
const narrowest = 24;

/** A piece of a drawing: three lines, all `width` cells wide. */
interface Piece {
  lines: [string, string, string];
  width: number;
}

/** A chain drawn as boxes and numbered arrows, in as many rows as needed; unconfirmed steps are dashed. */
export function drawChain({ from, steps }: Chain, style: Style): string[] {
  const width = Math.max(style.width, narrowest);
  const boxWidth = Math.min(maxNameWidth, width - 4);
  const rows: Piece[][] = [[boxOf(from.label, boxWidth, style)]];
  steps.forEach((step, at) => {
    const box = boxOf(step.to.label, boxWidth, style);
    const row = rows.at(-1) ?? [];
    const arrow = arrowOf(step, at + 1, { style, isFirst: false, most: width });
    if (widthOf([...row, arrow, box]) <= width) row.push(arrow, box);
    else rows.push(continued(step, at + 1, { box, width, style }));
  });
  return rows.flatMap((row) =>
    [0, 1, 2].map((line) =>
      row
        .map(({ lines }) => lines[line])
        .join("")
        .trimEnd(),
    ),
  );
}

const widthOf = (pieces: Piece[]) => pieces.reduce((sum, { width }) => sum + width, 0);

function boxOf(label: string, most: number, style: Style): Piece {
  const name = truncateText(escapeControl(label), most);
  const width = textWidth(name);
  const edge = "─".repeat(width + 2);
  return {
    lines: [`╭${edge}╮`, `│ ${paint(style, "bold", name)} │`, `╰${edge}╯`],
    width: width + 4,
  };
}

interface ArrowTerms {
  style: Style;
  /** Whether it starts a row, continuing from the row above. */
  isFirst: boolean;
  most: number;
}

function arrowOf(step: ChainStep, number: number, { style, isFirst, most }: ArrowTerms): Piece {
  const line = step.confirmed_at ? "─" : "╌";
  const name = truncateText(`${number} ${escapeControl(step.edge)}`, Math.max(1, most - 8));
  const begin = isFirst ? `  ╰${line}` : line.repeat(2);
  const text = `${begin} ${name} ${line}▶ `;
  const width = textWidth(text);
  const drawn = paint(style, step.confirmed_at ? "green" : "yellow", text);
  return { lines: [blank(width, isFirst), drawn, padText("", width)], width };
}

const blank = (width: number, isFirst: boolean) => padText(isFirst ? "  │" : "", width);

/** A step that starts a new row; if that is still too narrow, its box is cut. */
function continued(
  step: ChainStep,
  number: number,
  { box, width, style }: { box: Piece; width: number; style: Style },
): Piece[] {
  const arrow = arrowOf(step, number, { style, isFirst: true, most: width });
  if (arrow.width + box.width <= width) return [arrow, box];
  const left = Math.max(1, width - arrow.width - 4);
  return [arrow, boxOf(step.to.label, left, style)];
}
