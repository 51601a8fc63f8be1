const byteUnits: Record<string, number> = { k: 1, m: 2, g: 3, t: 4, p: 5 };

/** The bytes of `2GB` or `2 gig`; units count by 1024. */
export function bytesOf(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgtp]?)/i.exec(text);
  if (!match) return null;
  return Math.round(Number(match[1]) * 1024 ** (byteUnits[match[2]?.toLowerCase() ?? ""] ?? 0));
}
