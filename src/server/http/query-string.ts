/** The part of a JSON schema that says how to read a query string. */
interface QuerySchema {
  properties?: Record<string, { type?: string }>;
}

/**
 * A query string's values as its schema means them: digits become a number where an integer is
 * due, a single value a list where a list is due. All else stays text, for the schema to refuse.
 */
export function readQuery(
  schema: QuerySchema,
  query: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, read(typeOf(schema, name), value)]),
  );
}

function typeOf(schema: QuerySchema, name: string): string | undefined {
  return Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name]?.type : undefined;
}

function read(type: string | undefined, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (type === "integer" && /^-?\d{1,9}$/.test(value)) return Number(value);
  return type === "array" ? [value] : value;
}
