const spaces = /\s+/g;
const quotes = /^["'`]+|["'`]+$/g;
const exeSuffix = /\.exe\b/g;
const trailingSlash = /(?<=.)[\\/]+$/;

/** A value's text in lower case, without quoting, `.exe` or a trailing slash. */
export function plain(value: unknown): string {
  const text = String(value ?? "")
    .toLowerCase()
    .trim()
    .replace(spaces, " ");
  return text.replace(quotes, "").replace(exeSuffix, "").replace(trailingSlash, "");
}

type Unit = "size" | "duration";

interface Quantity {
  amounts: number[];
  unit: Unit | null;
}

const seconds = new Map([
  ["s", 1],
  ["sec", 1],
  ["second", 1],
  ["min", 60],
  ["minute", 60],
  ["h", 3600],
  ["hour", 3600],
  ["d", 86_400],
  ["day", 86_400],
  ["w", 604_800],
  ["week", 604_800],
]);
const powers: Record<string, number> = { "": 0, k: 1, m: 2, g: 3, t: 4, p: 5 };
const numberWithUnit = /^([+-]?\d+(?:\.\d+)?)\s*([a-z]*)%?$/;
const thousandsSeparator = /(?<=\d)[,_](?=\d{3})/g;
const sizeUnit = /^([kmgtp]?)(i?b|bytes?)?$/;

/** A number with its unit; a size has two amounts, since `2GB` is read both by 1000 and by 1024. */
function quantityOf(text: string): Quantity | null {
  const match = numberWithUnit.exec(text.replace(thousandsSeparator, ""));
  if (!match) return null;
  const amount = Number(match[1]);
  const unit = match[2] ?? "";
  if (unit === "") return { amounts: [amount], unit: null };
  const length = seconds.get(unit) ?? seconds.get(unit.replace(/s$/, ""));
  if (length) return { amounts: [amount * length], unit: "duration" };
  const power = powers[sizeUnit.exec(unit)?.[1] ?? "none"];
  if (power === undefined) return null;
  return { amounts: [amount * 1000 ** power, amount * 1024 ** power], unit: "size" };
}

/** Factors between the units that an amount without one may be in. */
const scales: Record<Unit, number[]> = {
  size: [1, 2, 3, 4].flatMap((power) => [1000 ** power, 1024 ** power, 1.024 ** power]),
  duration: [60, 3600, 86_400, 604_800],
};

const isNear = (a: number, b: number) =>
  Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));

const isPercent = (column: string) => column.includes("percent");
const holdsSizes = (column: string) =>
  /size|memory|swap|free|total/.test(column) && !isPercent(column);

function isSameQuantity(a: Quantity, b: Quantity, column: string): boolean {
  const agree = (scale: number) =>
    a.amounts.some((x) => b.amounts.some((y) => isNear(x * scale, y) || isNear(x, y * scale)));
  if (a.unit && b.unit) return a.unit === b.unit && agree(1);
  if (agree(1) || (isPercent(column) && agree(100))) return true;
  const unit = a.unit ?? b.unit ?? (holdsSizes(column) ? "size" : null);
  return unit !== null && scales[unit].some(agree);
}

const truths = new Map([
  ["true", ["true", "1", "yes", "on", "enabled"]],
  ["false", ["false", "0", "no", "off", "disabled"]],
]);

/** Whether a plain value is `true` or `false`. */
export const isTruth = (value: string | undefined): value is "true" | "false" =>
  value !== undefined && truths.has(value);

export const opposite = (truth: "true" | "false"): string => (truth === "true" ? "false" : "true");

/** A version without a leading `v` and trailing zeros. */
const versionOf = (text: string) => text.replace(/^v(?=\d)/, "").replace(/(\.0)+$/, "");

/** Whether two plain values of a column are the same, in whatever unit or notation. */
export function isSameValue(
  want: string,
  got: string,
  { column, versioned }: { column: string; versioned: boolean },
): boolean {
  if (want === got || truths.get(want)?.includes(got) || truths.get(got)?.includes(want)) {
    return true;
  }
  // What an earlier part finds: a service may name such a reference as it likes.
  if (want.startsWith("$")) return /^[$:{<]/.test(got);
  if (versioned) return versionOf(want) === versionOf(got);
  const wanted = quantityOf(want);
  const given = wanted && quantityOf(got);
  return Boolean(given && isSameQuantity(wanted, given, column));
}
