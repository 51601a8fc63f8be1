import { expect, test } from "vitest";
import { type PlanRun, type PlanRunner, runPlan } from "../../../../src/agent/run/run-plan.ts";
import { createSeenPlans } from "../../../../src/agent/seen-plans.ts";
import type { PlanResult, StatementResult } from "../../../../src/contract/plan.ts";
import { verifyResult } from "../../../../src/plan/verify-result.ts";
import { agentKey, brainKey, now, plan, signed, strangerKey } from "../../plan/fixtures.ts";

const answer: StatementResult = {
  id: "a",
  columns: ["1"],
  rows: [[1]],
  row_count: 1,
  truncated: false,
  gaps: [],
  error: null,
  duration_ms: 1,
};

function runner(): { runs: unknown[]; options: PlanRunner } {
  const runs: unknown[] = [];
  return {
    runs,
    options: {
      verify: { agentId: plan.agent_id, publicKey: brainKey.publicKey, apiKeyHash: null },
      engine: {
        run: async (statements, options) => {
          runs.push({ statements, options });
          return [answer];
        },
      },
      agentKey,
      clock: { now: () => now },
      seen: createSeenPlans(),
      deniedTables: ["shadow"],
      signal: new AbortController().signal,
    },
  };
}

function resultOf({ receipt }: PlanRun): PlanResult {
  const verdict = verifyResult(receipt, {
    publicKey: agentKey.publicKey,
    planId: plan.plan_id,
    agentId: plan.agent_id,
    statements: plan.statements,
  });
  if (!verdict.ok) throw new Error(verdict.message);
  return verdict.result;
}

test("a plan runs with the host's tag policies and yields a receipt", async () => {
  const { runs, options } = runner();
  const result = resultOf(await runPlan(signed(), options));
  expect(result).toMatchObject({ refused: null, results: [answer] });
  const given = { deniedTables: ["shadow"], signal: expect.any(AbortSignal) };
  expect(runs).toEqual([{ statements: plan.statements, options: given }]);
});

test("a plan that arrives twice at once runs once", async () => {
  const { runs, options } = runner();
  const answers = await Promise.all([runPlan(signed(), options), runPlan(signed(), options)]);
  const refusals = answers.map((one) => resultOf(one).refused?.code ?? null);
  expect(refusals.sort()).toEqual(["already_run", null]);
  expect(runs).toHaveLength(1);
});

test("a refused plan runs nothing, and the receipt has its id and the reason", async () => {
  const { runs, options } = runner();
  const result = resultOf(await runPlan(signed({}, strangerKey), options));
  expect(result.refused?.code).toBe("bad_signature");
  expect(result.results).toEqual([]);
  expect(runs).toEqual([]);
});

test("a plan that can't be recorded as run does not run", async () => {
  const { runs, options } = runner();
  const seen = {
    has: () => false,
    add() {
      throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    },
  };
  const refusals: unknown[] = [];
  const onRefused = (refusal: unknown) => refusals.push(refusal);
  const { refused } = resultOf(await runPlan(signed(), { ...options, seen, onRefused }));
  expect(refused).toEqual({
    code: "not_remembered",
    message: "the agent can't record that it ran the plan (ENOSPC), so the plan could run twice",
  });
  expect(refusals).toEqual([{ planId: plan.plan_id, ...refused }]);
  expect(runs).toEqual([]);
});
