import { styleText } from "node:util";
import type { Severity } from "../../contract/common.ts";

/** How a result is shown to a person. */
export interface Style {
  /** Terminal cells per line; Infinity for no limit. */
  width: number;
  colour: boolean;
  /** Rows of an answer to show; Infinity for all. */
  maxRows: number;
  /** Whether to show everything that the answer to a broad question leaves out. */
  full?: boolean;
  /** Epoch ms that relative times count from. */
  nowMs: number;
  /** Table columns to show, in this order; all when absent. */
  columns?: string[];
  /** Prints a hint for the person that is not part of the result. */
  hint?(sentence: string): void;
}

/** A colour or weight of text. */
export type Paint = "bold" | "dim" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan";

/** `text` in a colour or weight, or unchanged when colour is off. */
export function paint({ colour }: Pick<Style, "colour">, name: Paint, text: string): string {
  if (!colour || text === "") return text;
  // Our own rules (NO_COLOR, --no-color, TERM=dumb, no terminal) have decided already.
  return styleText(name, text, { validateStream: false });
}

const severityPaints: Record<Severity, Paint> = {
  critical: "magenta",
  high: "red",
  medium: "yellow",
  low: "cyan",
  info: "dim",
};

/** The colour of a severity; a severity from a newer server has none. */
export function severityPaint(severity: string): Paint | undefined {
  return severityPaints[severity as Severity];
}

/** The severity's name in its colour. */
export function paintSeverity(style: Pick<Style, "colour">, severity: Severity): string {
  return paint(style, severityPaints[severity], severity);
}
