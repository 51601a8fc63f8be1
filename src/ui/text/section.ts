import { escapeControl } from "../../core/escape-control.ts";
import type { Style } from "./style.ts";
import { wrapText } from "./text-width.ts";

/** Untrusted text as paragraphs, escaped and wrapped to the width. */
export function paragraphs(text: string, style: Style): string[] {
  return text.split(/\r?\n/).flatMap((line) => wrapText(escapeControl(line), style.width));
}

/** Blocks of lines with an empty line between them; empty blocks are skipped. */
export function blocks(...parts: string[][]): string[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, at) => (at > 0 ? ["", ...part] : part));
}

export function indent(lines: string[], by = "  "): string[] {
  return lines.map((line) => (line ? by + line : line));
}

/** `style` for text that will be indented by `cells`. */
export function narrower(style: Style, cells: number): Style {
  return { ...style, width: style.width - cells };
}

/** `1 host`, `3 hosts`. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount} ${amount === 1 ? noun : plural}`;
}

/** Only what is certain is 100%. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return `${share < 1 ? Math.min(rounded, 99) : rounded}%`;
}
