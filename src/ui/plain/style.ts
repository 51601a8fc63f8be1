import type { Severity } from "../../contract/common.ts";

/** How a result is shown to a person. */
export interface Style {
  /** Terminal cells a line may take; Infinity where nothing limits it. */
  width: number;
  colour: boolean;
  /** Rows of an answer to show; Infinity where nothing scrolls away. */
  maxRows: number;
  /** Epoch ms that relative times count from. */
  nowMs: number;
  /** Columns of tables to show, in this order; all when absent. */
  columns?: string[];
  /** Takes a sentence for the person that is no part of the result. */
  hint?(sentence: string): void;
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;
export type Paint = keyof typeof codes;

/** `text` in a colour or weight, or as it is where colour is off. */
export function paint({ colour }: Pick<Style, "colour">, name: Paint, text: string): string {
  if (!colour || text === "") return text;
  const [on, off] = codes[name];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

const severityPaints: Record<Severity, Paint> = {
  critical: "magenta",
  high: "red",
  medium: "yellow",
  low: "cyan",
  info: "dim",
};

/** The severity's name in its colour. */
export function paintSeverity(style: Pick<Style, "colour">, severity: Severity): string {
  return paint(style, severityPaints[severity], severity);
}
