let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each; made at first use, for it costs a start 10 ms. */
function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Code points that East Asian terminals draw two cells wide (Unicode UAX #11, blocks that are wide as a whole). */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const zeroWidth = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;

/** Whether every character is printable ASCII: one cell each, the common case by far. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function graphemeWidth(grapheme: string): number {
  if (zeroWidth.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}

/** Terminal cells that `text` takes; it must hold no escape sequences. */
export function textWidth(text: string): number {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}

/** `text` cut to `width` cells, with an ellipsis where something was cut. */
export function truncateText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const grapheme of graphemes(text)) {
    used += graphemeWidth(grapheme);
    if (used > width) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

/** `text` filled with spaces up to `width` cells, on the left for numbers. */
export function padText(text: string, width: number, side: "left" | "right" = "right"): string {
  if (isPlain(text)) return side === "left" ? text.padStart(width) : text.padEnd(width);
  const fill = " ".repeat(Math.max(0, width - textWidth(text)));
  return side === "left" ? fill + text : text + fill;
}

/** `text` in lines of at most `width` cells, broken at spaces; words longer than a line are left whole. */
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
