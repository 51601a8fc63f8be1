import type { Vocabulary } from "../../model/reader.ts";
import type { Span, Token } from "../../model/types.ts";

const byteUnits: Record<string, number> = { k: 1, m: 2, g: 3, t: 4, p: 5 };

/** The bytes of `2GB` or `2 gig`; units count by 1024. */
export function bytesOf(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgtp]?)/i.exec(text);
  if (!match) return null;
  return Math.round(Number(match[1]) * 1024 ** (byteUnits[match[2]?.toLowerCase() ?? ""] ?? 0));
}

/** A size as it is written in a filter: `2GB`. */
export function sizeText(text: string): string {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgtp]?)/i.exec(text);
  return `${match?.[1] ?? 0}${(match?.[2] ?? "").toUpperCase()}B`;
}

export const plainNumber = (text: string): number => Number(text.replace(/,/g, ""));

/** A number at `start`, in digits or in words. */
export function numberAt(
  vocabulary: Vocabulary,
  tokens: Token[],
  start: number,
): Span<number> | null {
  const token = tokens[start];
  if (token?.kind === "number") {
    return { start, end: start + 1, value: plainNumber(token.text) };
  }
  const word = vocabulary.book("numbers").at(tokens, start);
  return word && { ...word, value: Number(word.value) };
}
