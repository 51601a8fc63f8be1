import { expect, test } from "vitest";
import { planRerun, withRerun } from "../../../../src/cli/investigate/plan-rerun.ts";
import type { Client } from "../../../../src/client/types.ts";
import type { Investigation } from "../../../../src/contract/investigation.ts";
import { investigation } from "../../ui/investigation-fixture.ts";

const scopeOf = (...agent_ids: string[]) => ({ type: "selector" as const, filter: { agent_ids } });
const stale = (...ids: string[]): Investigation => ({
  ...investigation,
  mode: "cached",
  summary: {
    ...investigation.summary!,
    coverage: { agents_targeted: 3, agents_answered: 3, unanswered: [], cached: 3, live: 0 },
  },
  freshness: {
    mode: "cached",
    evaluated_at: "2026-11-01T00:00:00.000Z",
    newest_at: null,
    oldest_at: null,
    max_age_seconds: null,
    agents: { matched: 3, fresh: 3 - ids.length, stale: ids.length, never: 0 },
    stale_after_seconds: 900,
    recommendation: {
      should_rerun_live: true,
      reason: "2 of 3 agents have a stale snapshot.",
      recommended_scope: scopeOf(...ids),
    },
  },
});

const fleet = (connected: string[]) =>
  ({
    async *agents() {
      yield ["web-1", "web-2", "db-1"].map((agent_id) => ({
        agent_id,
        hostname: agent_id,
        status: connected.includes(agent_id) ? "Connected" : "Disconnected",
      }));
    },
  }) as unknown as Client;

const planned = (client: Client, found: Investigation) =>
  planRerun(client, { query: "q" }, { investigation: found, accepted: {} });

test("stale hosts that are connected are asked live, those that are not are named", async () => {
  expect(await planned(fleet(["web-1", "db-1"]), stale("web-1", "web-2"))).toEqual({
    request: { query: "q", depth: undefined, mode: "live", scope: scopeOf("web-1") },
    reason: "2 of 3 agents have a stale snapshot.",
    offline: ["web-2"],
  });
});

test("nothing is offered where no stale host is connected, or mode auto has asked them", async () => {
  const plan = await planned(fleet(["db-1"]), stale("web-1", "web-2"));
  expect(plan).toMatchObject({ request: null, offline: ["web-1", "web-2"] });
  expect(await planned(fleet(["web-1"]), { ...stale("web-1"), mode: "auto" })).toBeNull();
});

test("without a list of agents every stale host is asked", async () => {
  const plan = await planned({} as Client, stale("web-1"));
  expect(plan).toMatchObject({ request: { scope: scopeOf("web-1") }, offline: [] });
});

test("a live answer replaces the findings of the hosts that it is about", () => {
  const first = stale("web-1");
  const on = (agent_id: string) => ({ ...investigation.findings[0]!, agent_id });
  const rerun = {
    request: { query: "q", scope: scopeOf("web-1") },
    reason: "",
    offline: [],
  };
  const before = { ...first, findings: [on("web-1"), on("db-1")] };
  const live = { ...first, status: "completed" as const, findings: [] };
  expect(withRerun(before, rerun, live).findings).toEqual([on("db-1")]);
  expect(withRerun(before, rerun, { ...live, status: "failed" })).toBe(before);
});
