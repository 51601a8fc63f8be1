/** `34 ms`, `10.0 s`; empty if unknown. */
export function durationText(ms: number): string {
  if (Number.isNaN(ms)) return "";
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
