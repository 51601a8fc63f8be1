/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * JSON with sorted keys and without spaces, so that equal values have equal text (as in RFC 8785,
 * for our types). A replacer function would be shorter, but several times slower for large results.
 */
export function canonicalJson(value: unknown): string {
  if (hasNoKeys(value)) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const record = value as Record<string, unknown>;
  const members = Object.keys(record)
    .sort()
    .filter((key) => record[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key])}`);
  return `{${members.join(",")}}`;
}

/** Nothing to sort in it: a value, or rows of values. */
const hasNoKeys = (value: unknown): boolean =>
  typeof value !== "object" || value === null || (Array.isArray(value) && value.every(hasNoKeys));
