/** Anything JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * JSON with object keys sorted and no spaces: equal values give equal text (as in RFC 8785, for
 * our types). A replacer would do it in a line, and make results of many rows several times slower.
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
