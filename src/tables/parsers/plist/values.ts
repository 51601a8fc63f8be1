/** A value of a property list; a bigint where a number would lose digits. */
export type PlistValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Buffer
  | PlistValue[]
  | PlistDict;

export type PlistDict = Map<string, PlistValue>;

/** Not a property list, or a malformed one. */
export class PlistError extends Error {}

/** Maximum nesting of lists and dictionaries; Apple's own reach about ten. */
export const maxDepth = 64;

/** The dictionaries in a list; other values are skipped. */
export const dictsOf = (value: PlistValue | undefined): PlistDict[] =>
  Array.isArray(value) ? value.filter((each) => each instanceof Map) : [];

export const textsOf = (value: PlistValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

/** Text of a key; null when the key is absent or holds something else. */
export function textAt(dict: PlistDict, key: string): string | null {
  const value = dict.get(key);
  return typeof value === "string" ? value : null;
}

/** Text, numbers and booleans as osquery writes them: "1" and "0" for true and false. */
export function scalarAt(dict: PlistDict, key: string): string | null {
  const value = dict.get(key);
  if (typeof value === "boolean") return value ? "1" : "0";
  return ["string", "number", "bigint"].includes(typeof value) ? String(value) : null;
}

/** A value as JSON: data as base64, dates as ISO 8601. */
export function plistJson(value: PlistValue | undefined): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, each]) => [key, plistJson(each)]));
  if (Array.isArray(value)) return value.map(plistJson);
  if (Buffer.isBuffer(value)) return value.toString("base64");
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return typeof value === "bigint" ? String(value) : value;
}
