import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const sql = "SELECT username FROM users WHERE uid = 0";
const all = ["--no-local-agent", "--rate-limit", "0"];

/** A folder of hosts, each with a root account unless told otherwise. */
function estate(...hosts: Record<string, unknown>[]): string {
  const folder = join(temporaryFolder(), "estate");
  mkdirSync(folder);
  for (const over of hosts) {
    const host = {
      hostname: over.agent_id,
      os: "linux",
      os_version: "12",
      arch: "x64",
      tags: [],
      addresses: [],
      tables: { users: [{ uid: 0, username: "root" }] },
      denied: [],
      ...over,
    };
    writeFileSync(join(folder, `${over.agent_id}.json`), JSON.stringify(host));
  }
  return folder;
}

async function asked(server: Awaited<ReturnType<typeof start>>, over: Record<string, unknown>) {
  return server.outcome(await server.ask(sql, over));
}

async function start(folder: string, ...more: string[]) {
  return serverFolder().start("--estate", folder, ...all, ...more);
}

test("each simulated host answers for itself, and hosts without an answer are listed with the reason", async () => {
  const server = await start(
    estate(
      { agent_id: "web-1" },
      { agent_id: "slow-1", latency_ms: 300 },
      { agent_id: "off-1", offline: true },
      { agent_id: "shy-1", denied: ["users"] },
      { agent_id: "bare-1", tables: {} },
    ),
  );
  const { summary } = await asked(server, { mode: "live" });
  expect(summary.answer).toMatchObject({
    columns: ["host", "username"],
    rows: [
      ["slow-1", "root"],
      ["web-1", "root"],
    ],
  });
  expect(summary.coverage).toMatchObject({ agents_targeted: 5, agents_answered: 3, live: 3 });
  expect(new Set(summary.coverage.unanswered)).toEqual(
    new Set([
      { agent_id: "off-1", reason: "offline" },
      { agent_id: "shy-1", reason: "denied" },
    ]),
  );
  const { body } = await server.call("GET", "/v1/agents");
  expect(body.map(({ agent_id, status }: Record<string, string>) => [agent_id, status])).toEqual([
    ["bare-1", "Connected"],
    ["off-1", "Disconnected"],
    ["shy-1", "Connected"],
    ["slow-1", "Connected"],
    ["web-1", "Connected"],
  ]);
});

test("a host slower than its plan's timeout is timed out, and the others' answers arrive long before", async () => {
  const server = await start(
    estate({ agent_id: "web-1" }, { agent_id: "stuck-1", latency_ms: 60_000 }),
  );
  const id = await server.ask(sql, { mode: "live", depth: "quick" });
  await expect
    .poll(async () => (await server.call("GET", `/v1/investigations/${id}`)).body.progress, {
      timeout: 5_000,
    })
    .toMatchObject({ agents: { targeted: 2, answered: 1 } });
  const { summary } = await server.outcome(id);
  expect(summary.coverage.unanswered).toEqual([{ agent_id: "stuck-1", reason: "timed_out" }]);
  expect(summary.answer.rows).toEqual([["web-1", "root"]]);
}, 20_000);

test("snapshots of simulated hosts arrive, answer without the hosts and survive a restart", async () => {
  const folder = serverFolder();
  const server = await folder.start("--estate", estate({ agent_id: "web-1" }), ...all);
  const freshness = async () => {
    const { body } = await server.call("POST", "/v1/investigations", { body: { query: sql } });
    return body.freshness.agents;
  };
  await expect.poll(freshness, { timeout: 10_000 }).toMatchObject({ fresh: 1, never: 0 });
  const cached = {
    coverage: { agents_answered: 1, cached: 1 },
    answer: { rows: [["root"]] },
  };
  expect((await asked(server, { mode: "cached" })).summary).toMatchObject(cached);
  await server.stop();
  const again = await folder.start(...all);
  expect((await asked(again, { mode: "cached" })).summary).toMatchObject(cached);
}, 30_000);

test("an invalid host file fails the start with the file's name and exit code 2", async () => {
  const folder = estate({ agent_id: "web-1", tabels: {} });
  const { inquest } = serverFolder();
  const { code, stderr } = await inquest("server", "--port", "0", "--estate", folder);
  expect(code).toBe(2);
  expect(stderr).toContain("web-1.json is not a valid host");
});
