import { expect, test } from "vitest";
import { canonicalJson } from "../../../src/core/json.ts";
import { brainKey, plan, signed } from "./fixtures.ts";

test("the payload is canonical JSON, also when its SQL was signed before", () => {
  const statements = [{ ...plan.statements[0]!, sql: `SELECT 'é"\n\\' AS ${"x".repeat(80)}` }];
  const payloads = ["1", "2"].map((plan_id) => {
    const { payload, key_id } = signed({ plan_id, statements });
    expect(key_id).toBe(brainKey.keyId);
    return Buffer.from(payload, "base64").toString();
  });
  expect(payloads).toEqual(
    ["1", "2"].map((plan_id) => canonicalJson({ ...plan, plan_id, statements })),
  );
});
