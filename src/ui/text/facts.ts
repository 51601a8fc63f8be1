import { escapeControl } from "../../core/escape-control.ts";
import { paint, type Style } from "./style.ts";
import { padText, textWidth, wrapText } from "./text-width.ts";

/** A name, its text, and optionally a colour. */
export type Fact = [name: string, text: string, colour?: (text: string) => string];

const gap = 2;

/** Facts below each other, aligned, escaped and wrapped; facts with an empty text are skipped. */
export function factLines(facts: Fact[], style: Style): string[] {
  const shown = facts.filter(([, text]) => text !== "");
  const nameWidth = gap + Math.max(0, ...shown.map(([name]) => textWidth(name)));
  return shown.flatMap(([name, text, colour = (line) => line]) =>
    wrapText(escapeControl(text), style.width - nameWidth).map(
      (line, at) => paint(style, "dim", padText(at === 0 ? name : "", nameWidth)) + colour(line),
    ),
  );
}
