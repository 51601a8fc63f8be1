const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of `90s`, `15m`, `24h` or `7d`; null for anything else. */
export function parseDuration(text: string): number | null {
  const match = /^(\d+)([smhd])$/.exec(text);
  if (!match) return null;
  const ms = Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
  return Number.isSafeInteger(ms) ? ms : null;
}

/** The shortest text for a duration in whole seconds: `90s`, `15m`, `1h`; see `parseDuration`. */
export function formatDuration(ms: number): string {
  const units = Object.entries(unitMs).toReversed();
  const [unit, length] = units.find(([, length]) => ms % length === 0) ?? ["s", unitMs.s];
  return `${Math.round(ms / length)}${unit}`;
}
