/** An object of PowerShell's JSON. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Windows PowerShell wraps a value that has properties of its own: {"value": …, "DateTime": …} or {…, "Count": 2}. */
function unwrap(value: unknown): unknown {
  const wrapped = isFields(value) && "value" in value && ("Count" in value || "DateTime" in value);
  return wrapped ? value.value : value;
}

/** An array; a single object becomes an array of one, null an empty one. */
export function listOf(value: unknown): unknown[] {
  const plain = unwrap(value);
  if (plain === null || plain === undefined) return [];
  return Array.isArray(plain) ? plain : [plain];
}

export function text(value: unknown): string | null {
  const plain = unwrap(value);
  if (typeof plain === "string") return plain;
  return typeof plain === "number" || typeof plain === "boolean" ? String(plain) : null;
}

export const textOr = (value: unknown, otherwise: string) => text(value) ?? otherwise;

/** Non-blank text. */
export const filled = (value: unknown): string | null => text(value)?.trim() || null;

const largest = 2n ** 63n;

/**
 * An integer that fits into SQLite; undefined for numbers too large for JSON, which have lost
 * digits.
 */
export function integer(value: unknown): number | bigint | null {
  const plain = unwrap(value);
  if (typeof plain === "boolean") return Number(plain);
  if (typeof plain === "number") return Number.isSafeInteger(plain) ? plain : null;
  if (typeof plain !== "string" || !/^-?\d{1,19}$/.test(plain)) return null;
  const exact = BigInt(plain);
  if (exact >= largest || exact < -largest) return null;
  return Number.isSafeInteger(Number(plain)) ? Number(plain) : exact;
}

/** The same for small numbers: ids, ports, codes. */
export function whole(value: unknown): number | null {
  const number = integer(value);
  return typeof number === "number" ? number : null;
}

/** 1 or 0 from true, 1, -1 (COM's true), "True". */
export function flag(value: unknown): number | null {
  const plain = unwrap(value);
  if (typeof plain === "string" && /^(true|false)$/i.test(plain))
    return Number(plain.toLowerCase() === "true");
  const number = whole(plain);
  return number === null ? null : Number(number !== 0);
}

/** An enumeration value: a number in JSON, or a name with PowerShell 7's -EnumsAsStrings. */
export function choice(value: unknown, names: Record<number, string>): string | null {
  const plain = text(value) ?? "";
  const byNumber = names[Number(plain || Number.NaN)];
  const letters = (name: string) => name.replace(/[^a-z0-9]/gi, "").toLowerCase();
  return byNumber ?? Object.values(names).find((name) => letters(name) === letters(plain)) ?? null;
}

/** Windows' various zero dates (1601, 1899, 1999) all mean never. */
const firstSecond = Date.UTC(2000, 0, 1) / 1000;

/**
 * Epoch seconds of a date from Windows PowerShell (`/Date(ms)/`), PowerShell 7 (ISO 8601; local
 * time without a zone) or WMI (`yyyymmddHHMMSS.ffffff±minutes`); NULL means never.
 */
export function seconds(value: unknown): number | null {
  const plain = text(value)?.trim() ?? "";
  const ms = millisecondsOf(plain.slice(0, 40));
  if (ms === undefined || !Number.isFinite(ms)) return null;
  const at = Math.floor(ms / 1000);
  return at < firstSecond ? null : at;
}

function millisecondsOf(plain: string): number | undefined {
  const old = /^\/Date\((-?\d{1,16})(?:[+-]\d{4})?\)\/$/.exec(plain);
  if (old) return Number(old[1]);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(plain)) return Date.parse(plain);
  const wmi = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\.\d{6}([+-]\d{3})$/.exec(plain);
  if (!wmi) return undefined;
  const [year, month, day, hour, minute, second, zone] = wmi.slice(1).map(Number) as number[];
  return Date.UTC(year!, month! - 1, day!, hour!, minute! - zone!, second!);
}

/** The relative id at the end of a SID: S-1-5-21-…-1001. */
export function relativeId(sid: string | null): number | null {
  const last = /^S-1-\d+(?:-\d+)*-(\d{1,10})$/.exec(sid ?? "")?.[1];
  return last === undefined ? null : Number(last);
}

/** A well-known account or group such as SYSTEM: not created on a machine, domain or tenant. */
export const isWellKnown = (sid: string) => !/^S-1-(5-21|12-1)-/.test(sid);

/** 32 bits as a signed number, as in osquery's *_signed columns. */
export const signed = (value: number | null) => (value === null ? null : value | 0);
