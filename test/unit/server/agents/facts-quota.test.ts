import { expect, onTestFinished, test, vi } from "vitest";
import { createFactsQuota, watchFacts } from "../../../../src/server/agents/facts-quota.ts";
import type { AgentRecord } from "../../../../src/store/records.ts";
import { agentRecord } from "../../../helpers/records.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

const limits = { agentBytes: 40_000, accountBytes: 30_000 };

function agent(id: string, tagBytes: number, account_id = "acc_1"): AgentRecord {
  const tags = { note: "x".repeat(tagBytes) };
  return { ...agentRecord({ agent_id: id, tags }), id: `${account_id}/${id}`, account_id };
}

test("the facts of an account's agents are limited together, apart from other accounts", async () => {
  const quota = createFactsQuota(await openTestStore(), limits);
  expect(await quota.reserve(agent("a", 4_000))).toBe("reserved");
  expect(await quota.reserve(agent("b", 4_000))).toBe("reserved");
  expect(await quota.reserve(agent("c", 4_000))).toBe("account_full");
  expect(await quota.reserve(agent("c", 4_000, "acc_2"))).toBe("reserved");
});

test("facts replace those the agent had, and may always shrink", async () => {
  const store = await openTestStore();
  await store.commit([{ type: "put", kind: "agent", record: agent("a", 12_000) }]);
  const quota = createFactsQuota(store, limits);
  expect(await quota.reserve(agent("b", 10))).toBe("account_full");
  expect(await quota.reserve(agent("a", 12_000))).toBe("reserved");
  expect(await quota.reserve(agent("a", 12_001))).toBe("account_full");
  expect(await quota.reserve(agent("a", 1_000))).toBe("reserved");
  expect(await quota.reserve(agent("b", 1_000))).toBe("reserved");
});

test("a removed agent's facts no longer count", async () => {
  const quota = createFactsQuota(await openTestStore(), limits);
  await quota.reserve(agent("a", 9_000));
  expect(await quota.reserve(agent("b", 9_000))).toBe("account_full");
  await quota.release(agent("a", 0));
  expect(await quota.reserve(agent("b", 9_000))).toBe("reserved");
});

test("one agent's facts are limited too", async () => {
  const quota = createFactsQuota(await openTestStore(), { ...limits, accountBytes: 1_000_000 });
  expect(await quota.reserve(agent("a", 12_000))).toBe("reserved");
  expect(await quota.reserve(agent("b", 14_000))).toBe("agent_full");
});

test("agents that another server registers or removes are counted", async () => {
  const store = await openTestStore();
  const quota = createFactsQuota(store, limits);
  onTestFinished(
    watchFacts(store, quota, (error) => {
      throw error;
    }),
  );
  expect(await quota.reserve(agent("a", 10))).toBe("reserved");
  await store.commit([{ type: "put", kind: "agent", record: agent("b", 9_000) }]);
  await vi.waitFor(async () => expect(await quota.reserve(agent("c", 9_000))).toBe("account_full"));
  await store.commit([{ type: "remove", kind: "agent", id: "acc_1/b" }]);
  await vi.waitFor(async () => expect(await quota.reserve(agent("c", 9_000))).toBe("reserved"));
});
