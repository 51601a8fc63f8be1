import { expect, test } from "vitest";
import { startTestServer } from "../../../helpers/test-server.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  anyOf?: Schema[];
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  uniqueItems?: boolean;
}

interface Operation {
  operationId: string;
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** What a schema leaves without a limit, by path. */
function unlimited(schema: Schema, path: string, schemas: Record<string, Schema>): string[] {
  const inner = (part: Schema, name: string) => unlimited(part, `${path}.${name}`, schemas);
  if (schema.$ref) return unlimited(schemas[schema.$ref.split("/").at(-1)!]!, path, schemas);
  if (schema.anyOf) return schema.anyOf.flatMap((part) => unlimited(part, path, schemas));
  if (schema.enum) return [];
  const lacks = (keyword: keyof Schema) =>
    schema[keyword] === undefined ? [`${path} has no ${keyword}`] : [];
  if (schema.type === "array") {
    const { items = {} } = schema;
    // Comparing items of any type with each other takes quadratic time and recursion.
    const unsafe = schema.uniqueItems && (items.type ?? "any") !== "string";
    return [
      ...lacks("maxItems"),
      ...(unsafe ? [`${path} compares items that are not strings`] : []),
      ...inner(items, "0"),
    ];
  }
  if (schema.type === "object") {
    const { properties = {}, additionalProperties: values = true } = schema;
    const fields = Object.entries(properties).flatMap(([name, field]) => inner(field, name));
    if (values === false) return fields;
    const map = [...lacks("maxProperties"), ...inner(schema.propertyNames ?? {}, "key")];
    return [...fields, ...map, ...inner(values === true ? {} : values, "value")];
  }
  const isText = schema.type === undefined || [schema.type].flat().includes("string");
  return isText ? lacks("maxLength") : [];
}

test("finding 3: every string, list and map of a request has a limit", async () => {
  const { call } = await startTestServer();
  const { body } = await call("GET", "/openapi.json");
  const { schemas } = body.components;
  const operations = Object.values(body.paths).flatMap((methods) =>
    Object.values(methods as Record<string, Operation>),
  );
  const found = operations.flatMap(({ operationId, parameters = [], requestBody }) => [
    ...parameters.flatMap(({ name, schema }) =>
      unlimited(schema, `${operationId} ${name}`, schemas),
    ),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      unlimited(schema, operationId, schemas),
    ),
  ]);
  expect(operations.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});

test("finding 3: the lint finds each kind of missing limit", () => {
  const strict = { type: "object", additionalProperties: false };
  const schema = {
    ...strict,
    properties: {
      text: { type: "string" },
      list: { type: "array", items: { enum: ["a"] }, uniqueItems: true },
      map: { type: "object", additionalProperties: { type: "string", maxLength: 1 } },
    },
  };
  expect(unlimited(schema, "body", {})).toEqual([
    "body.text has no maxLength",
    "body.list has no maxItems",
    "body.list compares items that are not strings",
    "body.map has no maxProperties",
    "body.map.key has no maxLength",
  ]);
});
