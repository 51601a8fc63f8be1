/** The parts of a JSON schema that limit sizes, or lead to others that do. */
export interface SizedSchema {
  maxItems?: number;
  maxProperties?: number;
  maxLength?: number;
  items?: SizedSchema;
  properties?: Record<string, SizedSchema>;
  /** False if no other fields are allowed. */
  additionalProperties?: boolean;
  patternProperties?: Record<string, SizedSchema>;
}

/** A failure as the validator reports it. */
export interface SizeFailure {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message: string;
}

/** An object with more unknown fields than this is not looked at further. */
const maxUnknownFields = 100;

/**
 * The limits of size that a value exceeds. They are checked before everything else: the validator
 * reports every mistake, so it would look at each of a hundred thousand items of a list that may
 * have ten.
 */
export function exceededLimits(schema: SizedSchema, value: unknown, path = ""): SizeFailure[] {
  if (typeof value === "string") {
    // A character has at most two UTF-16 code units; the validator counts exactly.
    return exceeds(schema, { keyword: "maxLength", size: value.length / 2, path });
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    const found = exceeds(schema, { keyword: "maxItems", size: value.length, path });
    if (found.length > 0 || !items) return found;
    return value.flatMap((item, at) => exceededLimits(items, item, `${path}/${at}`));
  }
  return typeof value === "object" && value !== null ? exceededInObject(schema, value, path) : [];
}

function exceededInObject(schema: SizedSchema, value: object, path: string): SizeFailure[] {
  const names = Object.keys(value);
  const found = exceeds(schema, { keyword: "maxProperties", size: names.length, path });
  if (found.length > 0) return found;
  const { properties = {} } = schema;
  const isStrict = schema.additionalProperties === false && !schema.patternProperties;
  const unknown = isStrict ? names.filter((name) => !Object.hasOwn(properties, name)) : [];
  if (unknown.length > maxUnknownFields)
    return unknown.slice(0, maxUnknownFields).map((name) => unknownField(name, path));
  return Object.entries(properties).flatMap(([name, field]) =>
    Object.hasOwn(value, name)
      ? exceededLimits(field, (value as Record<string, unknown>)[name], `${path}/${name}`)
      : [],
  );
}

const units = { maxItems: "items", maxProperties: "properties", maxLength: "characters" } as const;

function exceeds(
  schema: SizedSchema,
  { keyword, size, path }: { keyword: keyof typeof units; size: number; path: string },
): SizeFailure[] {
  const limit = schema[keyword];
  if (limit === undefined || size <= limit) return [];
  const message = `must NOT have more than ${limit} ${units[keyword]}`;
  return [{ keyword, instancePath: path, schemaPath: `#/${keyword}`, params: { limit }, message }];
}

function unknownField(name: string, path: string): SizeFailure {
  return {
    keyword: "additionalProperties",
    instancePath: path,
    schemaPath: "#/additionalProperties",
    params: { additionalProperty: name },
    message: "must NOT have additional properties",
  };
}
