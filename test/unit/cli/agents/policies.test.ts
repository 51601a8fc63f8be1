import { expect, test } from "vitest";
import { gatherPolicies, newPolicy, policyPatch } from "../../../../src/cli/agents/policies.ts";
import type { Client } from "../../../../src/client/types.ts";
import { AppError } from "../../../../src/core/errors.ts";

const none = { "every-agent": false };
const unchanged = { ...none, "clear-deny-tables": false, "clear-snapshot-interval": false };

test("a new policy says whom it is for, and leaves what wasn't said to the service", () => {
  expect(newPolicy("p", { ...none, match: ["env=prod", "pci"] })).toEqual({
    name: "p",
    match: { env: "prod", pci: "true" },
  });
  expect(newPolicy("p", { "every-agent": true })).toEqual({ name: "p", match: {} });
  expect(
    newPolicy("p", {
      "every-agent": true,
      "deny-table": [" Shadow", "users"],
      criticality: "high",
      "snapshot-interval": "5m",
    }),
  ).toMatchObject({
    deny_tables: ["shadow", "users"],
    criticality: "high",
    snapshot_interval: "5m",
  });
});

test("a policy for nobody in particular is a usage error, and so are a tag without a key and no change", () => {
  for (const wrong of [
    () => newPolicy("p", none),
    () => newPolicy("p", { ...none, match: ["=prod"] }),
    () => policyPatch(unchanged),
  ]) {
    expect(wrong).toThrow(AppError);
    expect(wrong).toThrow(expect.objectContaining({ kind: "usage", hint: expect.any(String) }));
  }
});

test("a change is what was said and nothing else", () => {
  expect(policyPatch({ ...unchanged, name: "q" })).toEqual({ name: "q" });
  expect(policyPatch({ ...unchanged, "every-agent": true })).toEqual({ match: {} });
  expect(
    policyPatch({ ...unchanged, "clear-deny-tables": true, "clear-snapshot-interval": true }),
  ).toEqual({ deny_tables: [], snapshot_interval: null });
});

test("a listing stops at its limit and keeps the cursor of what follows", async () => {
  const asked: unknown[] = [];
  const client = {
    async *policies(query: unknown) {
      asked.push(query);
      yield { policies: ["a", "b"], next_cursor: "2" };
      yield { policies: ["c"], next_cursor: null };
    },
  } as unknown as Client;
  expect(await gatherPolicies(client, { limit: 2, all: false })).toEqual({
    policies: ["a", "b"],
    next_cursor: "2",
  });
  expect((await gatherPolicies(client, { limit: 50, all: true })).policies).toHaveLength(3);
  expect(asked).toEqual([{ limit: 2 }, { limit: 200 }]);
});
