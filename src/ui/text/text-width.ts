import stringWidth from "fast-string-width";

let segmenter: Intl.Segmenter | undefined;

/** The characters as a reader sees them. Created at first use: it takes 10 ms. */
function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Terminal cells that `text` takes. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/** `text` cut to `width` cells, ending in an ellipsis where it was cut. */
export function truncateText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let shown = "";
  let used = 1;
  for (const grapheme of graphemes(text)) {
    used += textWidth(grapheme);
    if (used > width) break;
    shown += grapheme;
  }
  return `${shown}…`;
}

/** `text` padded with spaces to `width` cells; aligned on the right, the spaces come first. */
export function padText(text: string, width: number, align: "left" | "right" = "left"): string {
  const fill = " ".repeat(Math.max(0, width - textWidth(text)));
  return align === "right" ? fill + text : text + fill;
}

/** `text` in lines of at most `width` cells, broken at spaces; longer words are not broken. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line];
}
