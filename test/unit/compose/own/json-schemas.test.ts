import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { jsonSchemas } from "../../../../src/compose/own/json-schemas.ts";

describe.each(Object.entries(jsonSchemas))("%s", (name, schema) => {
  test("is the shipped file (-u rewrites it)", async () => {
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../../../../data/schemas/${name}`);
  });

  test("describes every field", () => {
    const { properties } = JSON.parse(readFileSync(`data/schemas/${name}`, "utf8"));
    const undescribed = Object.entries(properties as Record<string, { description?: string }>)
      .filter(([, { description }]) => !description)
      .map(([field]) => field);
    expect(undescribed).toEqual([]);
  });
});
