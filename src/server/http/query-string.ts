/** The part of a JSON schema that defines the types of query parameters. */
interface QuerySchema {
  properties?: Record<string, { type?: string }>;
}

/**
 * Converts query parameters to the types of their schema: digits to a number for an integer, a single
 * value to a list for an array. Anything else stays text, and the schema rejects it.
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
