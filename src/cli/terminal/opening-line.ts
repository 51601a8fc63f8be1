import { escapeControl } from "../../core/escape-control.ts";
import { paint } from "../../ui/text/style.ts";
import { truncateText } from "../../ui/text/text-width.ts";
import { canDraw, type Terminal, wantsColour } from "./terminal.ts";

const eraseLine = "\r\u001b[2K";

/**
 * Shows a question at once, as the first line of the live view, which takes a while to load.
 * Whatever is written next takes its place.
 */
export function showOpeningLine(question: string, terminal: Terminal): void {
  if (!canDraw(terminal)) return;
  const { stdout, stderr } = terminal;
  const text = escapeControl(question.replaceAll(/\s+/g, " "));
  const style = { colour: wantsColour(terminal) };
  stderr.write(paint(style, "bold", truncateText(text, stderr.columns - 1)));
  const own = [stdout, stderr].map((stream) => ({ stream, write: stream.write }));
  const restore = () => {
    for (const { stream, write } of own) stream.write = write;
    stderr.write(eraseLine);
  };
  for (const { stream } of own)
    stream.write = ((...args: Parameters<typeof stream.write>) => {
      restore();
      return stream.write(...args);
    }) as typeof stream.write;
}
