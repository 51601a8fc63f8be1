import { expect, test } from "vitest";
import { withholdDenied } from "../../../../src/brain/hosts/withhold-denied.ts";
import type { PlanStatement } from "../../../../src/contract/plan.ts";

const statement = (id: string, sql: string): PlanStatement => ({
  id,
  sql,
  max_rows: 10,
  timeout_ms: 1000,
});
const users = statement("a", "SELECT * FROM users");
const both = statement("b", "SELECT * FROM users JOIN shadow");
const unknown = statement("c", "SELECT * FROM quantum_keys");
const evaluator = {
  tablesRead: async (sql: string) =>
    sql.includes("quantum") ? null : ["shadow", "users"].filter((name) => sql.includes(name)),
};

test("without a denial no statement is inspected, and all are permitted", async () => {
  const statements = [users, both, unknown];
  const neverAsked = { tablesRead: () => Promise.reject(new Error("looked at")) };
  expect(await withholdDenied({ statements, deniedBy: new Map() }, neverAsked)).toEqual({
    allowed: statements,
    denied: [],
  });
});

test("a withheld statement's error names every table and policy, and one that can't be prepared is left to the agent", async () => {
  const deniedBy = new Map([
    ["shadow", ["secrets", "audit"]],
    ["users", ["people"]],
    ["quantum_keys", ["secrets"]],
  ]);
  const { allowed, denied } = await withholdDenied(
    { statements: [users, both, unknown], deniedBy },
    evaluator,
  );
  expect(allowed).toEqual([unknown]);
  expect(denied.map(({ id, error }) => [id, error])).toEqual([
    ["a", { reason: "policy", message: 'users: denied by the tag policy "people"' }],
    [
      "b",
      {
        reason: "policy",
        message:
          'shadow: denied by the tag policies "secrets" and "audit"; ' +
          'users: denied by the tag policy "people"',
      },
    ],
  ]);
  expect(denied[1]?.gaps).toEqual([
    {
      table: "shadow",
      reason: "policy",
      detail: 'denied by the tag policies "secrets" and "audit"',
    },
    { table: "users", reason: "policy", detail: 'denied by the tag policy "people"' },
  ]);
});
