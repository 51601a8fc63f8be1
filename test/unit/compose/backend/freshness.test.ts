import { expect, test } from "vitest";
import { agentsOf } from "../../../../src/brain/hosts/select-agents.ts";
import { createCachedFreshness } from "../../../../src/compose/backend/freshness.ts";
import { everyAgent } from "../../../../src/contract/common.ts";
import type { FreshnessQuery } from "../../../../src/server/investigations/services.ts";
import { agentRecord } from "../../../helpers/records.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

const everyone: FreshnessQuery = { scope: everyAgent, mode: "auto", depth: "standard" };

/** Freshness over a real store of two agents, each evaluation of which takes `evaluationMs`. */
async function aFleet({ evaluationMs }: { evaluationMs: number }) {
  const store = await openTestStore();
  const agents = ["a", "b"].map((agent_id) => agentRecord({ agent_id }));
  await store.commit(agents.map((record) => ({ type: "put", kind: "agent", record })));
  const clock = { ms: Date.parse("2026-11-01T00:00:00.000Z"), now: () => clock.ms };
  const fleet = { looks: 0, broken: false };
  const freshness = createCachedFreshness({
    clock,
    store,
    async agentsOf(account) {
      fleet.looks++;
      clock.ms += evaluationMs;
      if (fleet.broken) throw new Error("the store is broken");
      return agentsOf(store, account);
    },
  });
  const account = agents[0]!.account_id;
  return { fleet, clock, ask: (query = everyone) => freshness(account, query) };
}

test("an evaluation that takes no time is done for each question", async () => {
  const { fleet, ask } = await aFleet({ evaluationMs: 0 });
  expect((await ask()).agents).toMatchObject({ matched: 2, never: 2 });
  await ask();
  expect(fleet.looks).toBe(2);
});

test("a slow evaluation is reused for twenty times as long as it took", async () => {
  const { fleet, clock, ask } = await aFleet({ evaluationMs: 10 });
  const first = await ask();
  clock.ms += 189;
  expect(await ask()).toBe(first);
  clock.ms += 1;
  expect((await ask()).evaluated_at > first.evaluated_at).toBe(true);
  expect(fleet.looks).toBe(2);
});

test("concurrent requests share an evaluation", async () => {
  const { fleet, ask } = await aFleet({ evaluationMs: 0 });
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(second).toBe(first);
  expect(fleet.looks).toBe(1);
});

test("a different scope, mode or depth is evaluated separately", async () => {
  const { fleet, ask } = await aFleet({ evaluationMs: 10 });
  await ask();
  await ask({ ...everyone, scope: { type: "selector", filter: { agent_ids: ["a"] } } });
  await ask({ ...everyone, depth: "quick" });
  expect(fleet.looks).toBe(3);
});

test("a clock that was set back causes a new evaluation", async () => {
  const { fleet, clock, ask } = await aFleet({ evaluationMs: 10 });
  await ask();
  clock.ms -= 3_600_000;
  await ask();
  expect(fleet.looks).toBe(2);
});

test("a failed evaluation is not cached", async () => {
  const { fleet, ask } = await aFleet({ evaluationMs: 10 });
  fleet.broken = true;
  await expect(ask()).rejects.toThrow("the store is broken");
  fleet.broken = false;
  expect((await ask()).agents.matched).toBe(2);
});
