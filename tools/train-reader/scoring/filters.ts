import { hasCounterpart, hostColumn, meaningOf } from "./columns.ts";
import type { Condition } from "./conditions.ts";
import { f1, isSameSet } from "./lists.ts";
import { isSameValue, isTruth, opposite } from "./values.ts";

/** What the comparison of two filters depends on besides them. */
export interface FilterContext {
  mainTable: string | null;
  /** The table that was read in place of the main one. */
  alternative: string | null;
  yesNo: boolean;
  /** The question says whether a bound lets its own value through: "1024 and up". */
  inclusiveWording: boolean;
}

const isNumber = (text: string) => /^\d+$/.test(text);

/** Two-letter and numeric values are inside too many others to count as the same name. */
function isInside(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length >= 3 && !isNumber(a) && !isNumber(b) && long.includes(short);
}

function isSameSelection(want: Condition, got: Condition): boolean {
  const isExact = want.exact && got.exact;
  const isSame = (a: string, b: string) => isSameValue(a, b, want) || (!isExact && isInside(a, b));
  return (
    want.values.every((a) => got.values.some((b) => isSame(a, b))) &&
    got.values.every((b) => want.values.some((a) => isSame(a, b)))
  );
}

/** The first whole number that a bound lets through: `gt 1023` and `ge 1024` have the same. */
function firstInside({ family, inclusive, values }: Condition): number {
  const step = family === "above" ? 1 : -1;
  return Number(values[0]) + (inclusive ? 0 : step);
}

function isSameBound(want: Condition, got: Condition, { inclusiveWording }: FilterContext) {
  const isNarrower = inclusiveWording && want.inclusive && !got.inclusive;
  if (!isNarrower && isSameValue(want.values[0] ?? "", got.values[0] ?? "", want)) return true;
  const first = firstInside(want);
  return !want.versioned && Number.isInteger(first) && first === firstInside(got);
}

function selectsAlike(want: Condition, got: Condition, context: FilterContext): boolean {
  const { family } = want;
  if (family !== got.family) return false;
  if (family.endsWith("empty")) return true;
  if (family.endsWith("cidr")) return isSameSet(want.values, got.values);
  return /above|below/.test(family) ? isSameBound(want, got, context) : isSameSelection(want, got);
}

/** On an alternative table the columns need only mean the same, or hold a value that identifies them. */
function isSameField(want: Condition, got: Condition, { alternative }: FilterContext): boolean {
  if (want.column === got.column && (!got.table || got.table === want.home)) return true;
  if (!alternative || want.column === hostColumn || got.column === hostColumn) return false;
  const isTelling = (value: string) => value.length >= 3 && !isTruth(value) && !isNumber(value);
  if (got.family === "select" && got.values.every(isTelling)) return true;
  return meaningOf(want.column) === meaningOf(got.column);
}

const isUid = ({ column, family }: Condition) =>
  family === "select" && (column === "uid" || column === "euid");

/** The condition; `uid = 0` as the account root. */
const rootByName = (condition: Condition): Condition =>
  isUid(condition) && isSameSet(condition.values, ["0"])
    ? { ...condition, column: "username", values: ["root"] }
    : condition;

/** Whether two conditions select the same rows. */
export function isSameCondition(want: Condition, got: Condition, context: FilterContext): boolean {
  const agree = (a: Condition, b: Condition) =>
    isSameField(a, b, context) && selectsAlike(a, b, context);
  return agree(want, got) || agree(rootByName(want), rootByName(got));
}

const complements: Record<string, string> = {
  select: "reject",
  reject: "select",
  above: "below",
  below: "above",
  empty: "not_empty",
  not_empty: "empty",
  cidr: "not_cidr",
  not_cidr: "cidr",
};

/** The condition that a yes/no question may ask instead: "all rows are X" for "is any row not X". */
function complement(condition: Condition): Condition | null {
  const [value] = condition.values;
  if (condition.family === "select" && isTruth(value)) {
    return { ...condition, values: [opposite(value)] };
  }
  const family = complements[condition.family];
  return family ? { ...condition, family, inclusive: !condition.inclusive } : null;
}

function isComplement(want: Condition, got: Condition, context: FilterContext): boolean {
  const turned = complement(want);
  return turned !== null && isSameCondition(turned, got, context);
}

interface Unmatched {
  missing: Condition[];
  extra: Condition[];
}

/** The conditions of both sides that remain once each wanted one has taken its match. */
function unmatched(want: Condition[], got: Condition[], context: FilterContext): Unmatched {
  const extra = [...got];
  const missing = want.filter((condition) => {
    const at = extra.findIndex((other) => isSameCondition(condition, other, context));
    if (at >= 0) extra.splice(at, 1);
    return at < 0;
  });
  return { missing, extra };
}

/** Matches one condition with its complement: turning two round would ask another question. */
function withoutComplement({ missing, extra }: Unmatched, context: FilterContext): Unmatched {
  for (const want of missing) {
    const match = extra.find((got) => isComplement(want, got, context));
    if (!match) continue;
    return {
      missing: missing.filter((condition) => condition !== want),
      extra: extra.filter((condition) => condition !== match),
    };
  }
  return { missing, extra };
}

/** Conditions that every row of their table meets. */
const nature: Record<string, Record<string, RegExp>> = {
  listening_ports: { state: /^listen/ },
  last: { type: /^(user|7$)/, type_name: /^user/ },
  logged_in_users: { type: /^(user|7$)/ },
  systemd_timers: { type: /^timer/ },
  suid_bin: { permissions: /^s/ },
};

const namesUser = (condition: Condition) =>
  condition.family === "select" && meaningOf(condition.column) === "user" && !isUid(condition);

/** Whether a condition restates its table's nature, or the account that another one names. */
function isFree(condition: Condition, wants: Condition[]): boolean {
  const { family, home, column, values } = condition;
  const usual = nature[home ?? ""]?.[column];
  if (family === "select" && usual?.test(values[0] ?? "")) return true;
  return isUid(condition) && wants.some(namesUser);
}

/** F1 over the conditions of both sides. */
export function filterScore(want: Condition[], got: Condition[], context: FilterContext): number {
  const { yesNo, alternative, mainTable } = context;
  const direct = unmatched(want, got, context);
  const { missing, extra } = yesNo ? withoutComplement(direct, context) : direct;
  const counts = (condition: Condition, otherTable: string | null) =>
    !isFree(condition, want) && (!alternative || hasCounterpart(condition.column, otherTable));
  const lost = missing.filter((condition) => counts(condition, alternative));
  const invented = extra.filter((condition) => counts(condition, mainTable));
  return f1(want.length - missing.length, lost.length, invented.length);
}
