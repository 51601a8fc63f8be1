import { expect, test, vi } from "vitest";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";

const sql = "SELECT name FROM os_version";

/** Triggers an investigation; its answer to that. */
const trigger = async (server: ServerProcess, body: Record<string, unknown>) =>
  (await server.call("POST", "/v1/investigations", { body: { query: sql, ...body } })).body;

/** Resolves when the only agent has sent its first snapshot. */
const snapshotTaken = (server: ServerProcess) =>
  vi.waitFor(
    async () =>
      expect((await trigger(server, { mode: "cached" })).freshness.agents).toMatchObject({
        matched: 1,
        fresh: 1,
      }),
    { timeout: 45_000, interval: 250 },
  );

test("before the first snapshot, cached mode has no host and recommends a live rerun, which works", async () => {
  const server = await serverFolder().start();
  const { investigation_id, freshness } = await trigger(server, { mode: "cached" });
  expect(freshness).toMatchObject({
    mode: "cached",
    newest_at: null,
    agents: { matched: 1, fresh: 0, stale: 0, never: 1 },
    recommendation: { should_rerun_live: true },
  });
  expect(await server.outcome(investigation_id)).toMatchObject({
    status: "failed",
    error: { code: "no_agent_answered" },
    summary: null,
  });
  const rerun = await trigger(server, {
    mode: "live",
    scope: freshness.recommendation.recommended_scope,
  });
  expect(rerun.freshness).toBeUndefined();
  const { status, summary } = await server.outcome(rerun.investigation_id);
  expect(status).toBe("completed");
  expect(summary.coverage).toMatchObject({ agents_answered: 1, cached: 0, live: 1 });
});

test("after the first snapshot, auto and cached answer from it and live asks the host, with equal results", async () => {
  const folder = serverFolder();
  const first = await folder.start(...withHosts());
  await snapshotTaken(first);
  const answers: unknown[] = [];
  for (const [mode, cached] of [
    ["auto", 1],
    ["cached", 1],
    ["live", 0],
  ] as const) {
    const { status, summary } = await first.outcome(await first.ask(sql, { mode }));
    expect({ mode, status, cached: summary.coverage.cached, live: summary.coverage.live }).toEqual({
      mode,
      status: "completed",
      cached,
      live: 1 - cached,
    });
    answers.push(summary.answer.rows);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  const { freshness } = await trigger(first, { mode: "auto" });
  expect(freshness.recommendation).toMatchObject({
    should_rerun_live: false,
    recommended_scope: null,
  });

  await first.stop();
  const second = await folder.start("--no-local-agent");
  const kept = await second.outcome(await second.ask(sql, { mode: "cached" }));
  expect(kept).toMatchObject({ status: "completed", summary: { coverage: { cached: 1 } } });
}, 30_000);
