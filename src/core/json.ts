/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * JSON with sorted keys and without spaces, so that equal values have equal text (as in RFC 8785,
 * for our types). A replacer function would be shorter, but several times slower for large results.
 */
export function canonicalJson(value: unknown): string {
  if (isPlain(value)) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value))
    return value.every(isPlain) ? JSON.stringify(value) : `[${value.map(canonicalJson).join(",")}]`;
  const record = value as Record<string, unknown>;
  const members = Object.keys(record)
    .sort()
    .filter((key) => record[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key])}`);
  return `{${members.join(",")}}`;
}

const isPlain = (value: unknown) => typeof value !== "object" || value === null;
