/** What the value of a column is, where the number alone doesn't say so. */
export const cellFormats = ["bytes", "time", "seconds", "percent", "boolean"] as const;
export type CellFormat = (typeof cellFormats)[number];

const formatters: Record<CellFormat, (value: number) => string> = {
  bytes: bytesText,
  time: timeText,
  seconds: secondsText,
  percent: (share) => `${rounded(share)}%`,
  boolean: (flag) => (flag === 0 ? "no" : "yes"),
};

/** A value as people read it: `74 GiB`, `2026-09-06 03:22 UTC`, `53 days`; raw without a format. */
export function formatCell(value: string | number | null, format?: CellFormat): string {
  if (value === null) return "";
  const number = Number(value);
  const isNumber = value !== "" && Number.isFinite(number);
  return format && isNumber ? formatters[format](number) : String(value);
}

const rounded = (number: number, digits = 1): string => String(Number(number.toFixed(digits)));

const byteUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

function bytesText(bytes: number): string {
  const size = Math.abs(bytes);
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log2(size) / 10), byteUnits.length - 1);
  const amount = bytes / 1024 ** power;
  return `${rounded(amount, Math.abs(amount) < 10 ? 1 : 0)} ${byteUnits[power]}`;
}

const latestMs = 8.64e15;

/** Seconds since 1970, in UTC; an unset time is empty. */
function timeText(seconds: number): string {
  if (seconds <= 0) return "";
  const ms = seconds * 1_000;
  if (ms > latestMs) return String(seconds);
  return `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

const spans: [seconds: number, unit: string][] = [
  [172_800, "days"],
  [7_200, "h"],
  [120, "min"],
];
const unitSeconds: Record<string, number> = { days: 86_400, h: 3_600, min: 60 };

function secondsText(seconds: number): string {
  const unit = spans.find(([least]) => Math.abs(seconds) >= least)?.[1];
  if (unit === undefined) return `${rounded(seconds, 3)} s`;
  return `${Math.trunc(seconds / unitSeconds[unit]!)} ${unit}`;
}
