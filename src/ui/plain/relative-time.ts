const steps: [unit: string, ms: number][] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
];

/** `3m ago`, `in 2h`, `just now`; `never` for an absent time, nothing for one that isn't known. */
export function relativeTime(iso: string | null, nowMs: number): string {
  if (iso === null) return "never";
  if (iso === "") return "";
  const elapsedMs = nowMs - Date.parse(iso);
  const amount = Math.abs(elapsedMs);
  const step = steps.find(([, ms]) => amount >= ms);
  if (!step) return "just now";
  const text = `${Math.floor(amount / step[1])}${step[0]}`;
  return elapsedMs > 0 ? `${text} ago` : `in ${text}`;
}
