/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * JSON with sorted keys and without spaces, so that equal values have equal text (as in RFC 8785,
 * for our types). A replacer function would be shorter, but several times slower for large results.
 * `jsonOf` makes the text of a value that is no object.
 */
export function canonicalJson(
  value: unknown,
  jsonOf: (value: unknown) => string | undefined = JSON.stringify,
): string {
  if (isPlain(value)) return jsonOf(value) ?? "null";
  if (Array.isArray(value))
    return value.every(isPlain)
      ? JSON.stringify(value)
      : `[${value.map((one) => canonicalJson(one, jsonOf)).join(",")}]`;
  const record = value as Record<string, unknown>;
  const members = Object.keys(record)
    .sort()
    .filter((key) => record[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key], jsonOf)}`);
  return `{${members.join(",")}}`;
}

const isPlain = (value: unknown) => typeof value !== "object" || value === null;
