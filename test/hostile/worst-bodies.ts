/** The parts of an OpenAPI document that say what a body may hold. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
}

export type Schemas = Record<string, Schema>;

/** Turns a value at one place of a body into the whole body. */
type Wrap = (inner: string) => string;

/** Bodies of `bytes` bytes for a schema: each list, map and text in it grown to that size, and oversized roots. */
export function worstBodies(schema: Schema, schemas: Schemas, bytes: number): Map<string, string> {
  const roots: [string, string][] = oversized(bytes).map(([name, value]) => [
    `root: ${name}`,
    value,
  ]);
  return new Map([...roots, ...grownFields(schema, { schemas, bytes, path: "", wrap: (x) => x })]);
}

interface Place {
  schemas: Schemas;
  bytes: number;
  path: string;
  wrap: Wrap;
}

function grownFields(schema: Schema, place: Place): [string, string][] {
  const { schemas, bytes, path, wrap } = place;
  const known = schema.$ref ? schemas[schema.$ref.split("/").at(-1)!]! : schema;
  const values = oversized(bytes).map(([name, value]): [string, string] => [
    `${path}: ${name}`,
    wrap(value),
  ]);
  const fields = Object.entries(known.properties ?? {}).flatMap(([name, field]) =>
    grownFields(field, {
      ...place,
      path: `${path}.${name}`,
      wrap: (inner) => wrap(`{${JSON.stringify(name)}:${inner}}`),
    }),
  );
  return path === "" ? fields : [...values, ...fields];
}

/** JSON values of about `bytes` bytes, each costly for another part of a validator. */
function oversized(bytes: number): [name: string, json: string][] {
  const list = (item: string) => `[${repeated(item, bytes - 2)}]`;
  const distinct = Array.from({ length: Math.floor(bytes / 9) }, (_, at) => at.toString(36));
  const depth = Math.floor(bytes / 4);
  const nested = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  return [
    ["many numbers", list("1")],
    ["many equal strings", list('"a"')],
    ["many different strings", `["${distinct.join('","')}"]`],
    ["many events", list('"chain.confirmed"')],
    ["many objects", list("{}")],
    ["two deep lists", `[${nested},${nested}]`],
    ["a long word", `"${"a".repeat(bytes - 2)}"`],
    ["a long number", "1".repeat(bytes)],
    ["much white space", `"${" ".repeat(bytes - 2)}"`],
    ["many surrogates", `"${"\\ud83d".repeat(Math.floor(bytes / 6))}"`],
    ["digits and a unit", `"${"0".repeat(bytes - 4)}1h"`],
    ["a long URL", `"https://${"a.".repeat(Math.floor(bytes / 2) - 8)}"`],
    [
      "many fields",
      `{${distinct
        .map((key) => `"${key}":1`)
        .join(",")
        .slice(0, bytes)
        .replace(/,[^,]*$/, "")}}`,
    ],
  ];
}

function repeated(item: string, bytes: number): string {
  const count = Math.floor(bytes / (item.length + 1));
  return `${`${item},`.repeat(count - 1)}${item}`;
}
