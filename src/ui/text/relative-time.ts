const steps: [unit: string, ms: number][] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
];

/** `3m ago`, `in 2h 30m`, `just now`; `never` for null, empty for an unknown time. */
export function relativeTime(iso: string | null, nowMs: number): string {
  if (iso === null) return "never";
  if (iso === "") return "";
  const elapsedMs = nowMs - Date.parse(iso);
  const amount = Math.abs(elapsedMs);
  const step = stepOf(amount);
  if (!step) return "just now";
  return elapsedMs > 0 ? `${Math.floor(amount / step[1])}${step[0]} ago` : `in ${spanText(amount)}`;
}

const stepOf = (amount: number) => steps.find(([, ms]) => amount >= ms);

/** In two units: 1h 59m should not read as one hour. */
function spanText(amount: number): string {
  const [lesserUnit, lesserMs] = steps[steps.indexOf(stepOf(amount)!) + 1] ?? steps.at(-1)!;
  const rounded = Math.round(amount / lesserMs) * lesserMs;
  const [unit, ms] = stepOf(rounded)!;
  const rest = Math.round((rounded % ms) / lesserMs);
  return `${Math.floor(rounded / ms)}${unit}${rest > 0 ? ` ${rest}${lesserUnit}` : ""}`;
}
