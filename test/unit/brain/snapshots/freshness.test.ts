import { expect, test } from "vitest";
import { describeFreshness } from "../../../../src/brain/snapshots/freshness.ts";
import { agentRecord } from "../../../helpers/records.ts";

const nowMs = Date.parse("2026-11-01T01:00:00.000Z");
const agents = ["a", "b", "c"].map((agent_id) => agentRecord({ agent_id }));

test("counts fresh, stale and never, and recommends just the outdated agents", () => {
  const latest = new Map([
    ["a", "2026-11-01T00:50:00.000Z"],
    ["b", "2026-11-01T00:30:00.000Z"],
  ]);
  const freshness = describeFreshness(agents, latest, { mode: "auto", depth: "standard", nowMs });
  expect(freshness).toMatchObject({
    newest_at: "2026-11-01T00:50:00.000Z",
    oldest_at: "2026-11-01T00:30:00.000Z",
    max_age_seconds: 1800,
    stale_after_seconds: 900,
    agents: { matched: 3, fresh: 1, stale: 1, never: 1 },
  });
  expect(freshness.recommendation).toEqual({
    should_rerun_live: true,
    reason: "1 of 3 agents has a stale snapshot, and 1 of 3 agents has none yet.",
    recommended_scope: { type: "selector", filter: { agent_ids: ["b", "c"] } },
  });
});

test("without a stale snapshot the reason names the missing ones", () => {
  const latest = new Map(["a", "b"].map((id) => [id, "2026-11-01T00:59:00.000Z"]));
  const freshness = describeFreshness(agents, latest, { mode: "auto", depth: "standard", nowMs });
  expect(freshness.recommendation.reason).toBe("1 of 3 agents has no snapshot yet.");
});

test("for a quick question, snapshots up to an hour old are fresh", () => {
  const latest = new Map(agents.map(({ agent_id }) => [agent_id, "2026-11-01T00:01:00.000Z"]));
  const freshness = describeFreshness(agents, latest, { mode: "auto", depth: "quick", nowMs });
  expect(freshness.recommendation).toMatchObject({
    should_rerun_live: false,
    recommended_scope: null,
  });
});

test("with no agent there is nothing to recommend", () => {
  const freshness = describeFreshness([], new Map(), { mode: "cached", depth: "deep", nowMs });
  expect(freshness).toMatchObject({
    newest_at: null,
    max_age_seconds: null,
    agents: { matched: 0 },
  });
  expect(freshness.recommendation.should_rerun_live).toBe(false);
});
