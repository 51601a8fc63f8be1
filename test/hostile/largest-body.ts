import type { Schema, Schemas } from "./worst-bodies.ts";

const fox = "🦊";
const fill = (length: number) => fox.repeat(Math.max(0, length));

/** The longest texts that a format or pattern accepts. */
const longest: Record<string, (at: number) => string> = {
  question: () => `SELECT '${fill(2_000 - 23)}' x FROM users`,
  "webhook-url": () => `https://example.com/${"a".repeat(2_048 - 20)}`,
  "webhook-secret": () => `whsec_${Buffer.alloc(64, 1).toString("base64")}`,
  "curiosity-interval": () => `${"0".repeat(28)}365d`,
  "snapshot-interval": () => `${"0".repeat(30)}7d`,
  "date-time": () => `2099-01-01T00:00:00.${"0".repeat(40)}Z`,
  "^[0-9a-f]{16}$": () => "0".repeat(16),
  "^[0-9]+[smhd]$": () => `${"9".repeat(8)}d`,
  "^[a-z][a-z0-9_]{0,63}$": (at) => `t${String(at).padStart(63, "0")}`,
};

/** The largest body that a schema accepts, with the limits of the whole left to `over`. */
export function largestBody(
  schema: Schema,
  schemas: Schemas,
  over: Record<string, unknown> = {},
): Record<string, unknown> {
  return { ...(largest(schema, { schemas, at: 0 }) as Record<string, unknown>), ...over };
}

function largest(schema: Schema, place: { schemas: Schemas; at: number }): unknown {
  const { schemas, at } = place;
  if (schema.$ref) return largest(schemas[schema.$ref.split("/").at(-1)!]!, place);
  if (schema.anyOf) return largest(schema.anyOf[0]!, place);
  if (schema.enum) return schema.enum[at % schema.enum.length];
  if (schema.type === "array") {
    const items = Array.from({ length: schema.maxItems! }, (_, item) => item);
    return items.map((item) => largest(schema.items!, { schemas, at: item }));
  }
  if (schema.type === "object") return largestObject(schema, place);
  if (schema.type === "boolean") return false;
  const make = longest[schema.format ?? schema.pattern ?? ""];
  return make ? make(at) : String(at).padStart(4, "0") + fill(schema.maxLength! - 4);
}

function largestObject(schema: Schema, place: { schemas: Schemas; at: number }): object {
  const { properties, additionalProperties: values, maxProperties = 0 } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [
    name,
    largest(field, place),
  ]);
  const keys =
    typeof values === "object" ? Array.from({ length: maxProperties }, (_, at) => at) : [];
  const map = keys.map((at) => [
    String(at).padStart(4, "0") + fill(251),
    largest(values as Schema, { ...place, at }),
  ]);
  return Object.fromEntries([...fields, ...map]);
}
