import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runPlan } from "../../src/agent/run/run-plan.ts";
import { createSeenPlans } from "../../src/agent/seen-plans.ts";
import type { SignedPlan } from "../../src/contract/plan.ts";
import { systemClock } from "../../src/core/clock.ts";
import { createSigningKey } from "../../src/plan/key-seed.ts";
import { hashApiKey } from "../../src/plan/plan-mac.ts";
import { keyIdOf } from "../../src/plan/signing-key.ts";
import { cliIn } from "../e2e/run-cli.ts";
import { handMadeAgent } from "../helpers/hand-made-agent.ts";
import { statementResult } from "../helpers/records.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const sql = "SELECT username FROM users";

/** An agent that checks plans as every agent does, with the plan key it pins or without one. */
function agentPinning(agentId: string, publicKey: Buffer | null) {
  const { key: agentKey } = createSigningKey();
  const { registration, path } = handMadeAgent(agentId, {
    public_key: agentKey.publicKey.toString("base64"),
    pinned_key_id: publicKey && keyIdOf(publicKey),
  });
  const seen = createSeenPlans();
  const run: Parameters<typeof runPlan>[1]["engine"]["run"] = async (statements) =>
    statements.map(({ id }) => statementResult({ id, columns: ["username"], rows: [[agentId]] }));
  return {
    agentId,
    register: (server: ServerProcess) =>
      server.call("POST", "/v1/agents/register", { body: registration }),
    /** Takes one plan and answers it; the id of the key it came signed with. */
    async answer(server: ServerProcess): Promise<string> {
      const { body } = await server.call("GET", `${path}/plans?wait=20`);
      const [plan] = body.plans as SignedPlan[];
      const { receipt } = await runPlan(plan, {
        verify: { agentId, publicKey, apiKeyHash: hashApiKey(server.key) },
        engine: { run },
        agentKey,
        clock: systemClock,
        seen,
        signal: AbortSignal.timeout(20_000),
      });
      const { plan_id } = JSON.parse(Buffer.from(plan!.payload, "base64").toString("utf8"));
      await server.call("POST", `${path}/plans/${plan_id}/results`, { body: receipt });
      return plan!.key_id;
    },
  };
}
type PinningAgent = ReturnType<typeof agentPinning>;

/** Asks every agent; the keys that the plans came signed with, and the coverage. */
async function ask(server: ServerProcess, agents: PinningAgent[]) {
  const id = await server.ask(sql, { mode: "live" });
  const keyIds = await Promise.all(agents.map((agent) => agent.answer(server)));
  const { summary } = await server.outcome(id);
  return { keyIds, coverage: summary.coverage, rows: summary.answer?.rows };
}

const publicKeyOf = async (server: ServerProcess) => {
  const { body } = await server.call("GET", "/v1/plan-key");
  return Buffer.from(body.public_key, "base64");
};

const flags = ["--no-local-agent", "--log-level", "error", "--rate-limit", "0"];

test("during the overlap each agent receives plans signed with the key it pins", async () => {
  const folder = serverFolder();
  const server = await folder.start(...flags);
  const oldKey = await publicKeyOf(server);
  const old = agentPinning("old", oldKey);
  const free = agentPinning("free", null);
  for (const agent of [old, free]) expect((await agent.register(server)).status).toBe(201);

  const rotated = await folder.inquest("server", "plan-key", "rotate", "--yes", "--json");
  const report = JSON.parse(rotated.stdout);
  const newKey = await publicKeyOf(server);
  expect(report).toMatchObject({
    key_id: keyIdOf(newKey),
    previous: [{ key_id: keyIdOf(oldKey), pinned_by: { count: 1, agent_ids: ["old"] } }],
  });
  const overlap = Date.parse(report.previous[0].expires_at) - Date.now();
  expect(overlap).toBeGreaterThan(7 * 86_400_000 - 60_000);
  expect(overlap).toBeLessThanOrEqual(7 * 86_400_000);

  const fresh = agentPinning("fresh", newKey);
  await fresh.register(server);
  const agents = [old, free, fresh];
  const { keyIds, coverage } = await ask(server, agents);
  expect(keyIds).toEqual([oldKey, newKey, newKey].map(keyIdOf));
  expect(coverage).toMatchObject({ agents_targeted: 3, agents_answered: 3, unanswered: [] });

  // A server that dies at once has written all of it.
  await server.stop("SIGKILL");
  expect(statSync(join(folder.dataDir, "plan.key")).mode & 0o777).toBe(0o600);
  const again = await folder.start(...flags);
  for (const agent of agents) expect((await agent.register(again)).status).toBe(200);
  expect((await ask(again, agents)).keyIds).toEqual(keyIds);
});

test("after the overlap an agent that still pins the old key refuses plans, and the coverage reports it", async () => {
  const folder = serverFolder();
  const server = await folder.start(...flags);
  const oldKey = await publicKeyOf(server);
  const old = agentPinning("old", oldKey);
  const free = agentPinning("free", null);
  for (const agent of [old, free]) await agent.register(server);

  const rotated = await folder.inquest("server", "plan-key", "rotate", "--overlap", "0s", "--yes");
  expect(rotated.code).toBe(0);
  expect(rotated.stdout).toContain("1 agent (old) pins a key that no longer signs plans");
  const newKey = await publicKeyOf(server);
  expect(rotated.stdout).toContain(newKey.toString("base64"));
  const { keyIds, coverage, rows } = await ask(server, [old, free]);
  expect(keyIds).toEqual([keyIdOf(newKey), keyIdOf(newKey)]);
  expect(coverage).toMatchObject({
    agents_targeted: 2,
    agents_answered: 1,
    unanswered: [{ agent_id: "old", reason: "denied" }],
  });
  expect(rows).toEqual([["free", "free"]]);
});

test("a running agent works during the overlap, is refused after it, and works again with the new key", {
  timeout: 60_000,
}, async () => {
  const folder = serverFolder();
  const server = await folder.start(...flags);
  const home = temporaryFolder();
  const keyFile = join(home, "plan-key.json");
  const config = join(home, "agent.json");
  const fields = { brain_url: server.url, api_key: server.key, agent_id: "runner" };
  const cache_dir = join(home, "cache");
  const text = JSON.stringify({ ...fields, cache_dir, verify_key_path: keyFile });
  writeFileSync(config, text, { mode: 0o600 });
  /** Starts it with the server's current plan key; resolves once it is connected. */
  const startAgent = async () => {
    const { body } = await server.call("GET", "/v1/plan-key");
    writeFileSync(keyFile, JSON.stringify(body));
    const child = cliIn(home).start("agents", "run", "--config", config);
    const closed = once(child, "close");
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await closed;
    });
    let log = "";
    while (!log.includes("Connected")) log += (await once(child.stderr!, "data"))[0];
    return { child, closed };
  };
  const answer = async () => {
    const id = await server.ask("SELECT 6 * 7 AS n FROM uptime", { mode: "live" });
    const { status, error, summary } = await server.outcome(id);
    return { status, error, rows: summary?.answer?.rows };
  };
  const rotate = (overlap: string) =>
    folder.inquest("server", "plan-key", "rotate", "--yes", "--overlap", overlap);

  const first = await startAgent();
  expect((await rotate("1h")).stdout).toContain("1 agent (runner) that pins it.");
  expect(await answer()).toMatchObject({ status: "completed", rows: [[42]] });
  expect((await rotate("0s")).stdout).toContain(
    "1 agent (runner) pins a key that no longer signs plans",
  );
  expect(await answer()).toMatchObject({ status: "failed", error: { code: "no_agent_answered" } });
  first.child.kill("SIGTERM");
  await first.closed;
  await startAgent();
  expect(await answer()).toMatchObject({ status: "completed", rows: [[42]] });
});

test("the fingerprint is in the ready lines and in the status, and a folder's key can be rotated without a server", async () => {
  const folder = serverFolder();
  const shown = async () =>
    JSON.parse((await folder.inquest("server", "plan-key", "show", "--json")).stdout).fingerprint;
  const before = await shown();
  const { code } = await folder.inquest("server", "plan-key", "rotate", "-y");
  expect(code).toBe(0);
  const fingerprint = await shown();
  expect(fingerprint).not.toBe(before);

  const child = folder.launch(...flags);
  const ready = await new Promise<string>((resolve) => {
    let text = "";
    child.stdout!.on("data", (chunk) => {
      text += chunk;
      if (text.includes("API key")) resolve(text);
    });
  });
  expect(ready).toContain(`Plan key: ${fingerprint}\n`);
  const status = await folder.inquest("server", "status", "--json");
  expect(JSON.parse(status.stdout)).toMatchObject({ ready: true, plan_key: fingerprint });
  expect(await shown()).toBe(fingerprint);
});

test("an unconfirmed rotation does not happen, nor one with an overlap of a year and a day", async () => {
  const folder = serverFolder();
  await folder.inquest("server", "plan-key", "show");
  const held = () => readFileSync(join(folder.dataDir, "plan.key"), "utf8");
  const before = held();
  const unasked = await folder.inquest("server", "plan-key", "rotate");
  expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
  for (const overlap of ["366d", "-1s", "soon", "99999999999999999999d"]) {
    const refused = await folder.inquest(
      "server",
      "plan-key",
      "rotate",
      "--yes",
      `--overlap=${overlap}`,
    );
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/^--overlap: [^\n]+\.\n[^\n]+\n$/);
  }
  expect(held()).toBe(before);
});
