import { EventEmitter, once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { PlanResult, SignedPlan } from "../../src/contract/plan.ts";
import { hashApiKey } from "../../src/plan/plan-mac.ts";
import { signPlan } from "../../src/plan/sign-plan.ts";
import { signingKeyOf } from "../../src/plan/signing-key.ts";
import { cliIn, tempFolder } from "../e2e/run-cli.ts";
import { agentFolder } from "../helpers/agent-process.ts";

const apiKey = "iq_000000000000_the-secret-itself";
const brainKey = signingKeyOf(Buffer.alloc(32, 1));

function planFor(agentId: string, planId: string, over = {}): SignedPlan {
  const now = Date.now();
  const plan = {
    plan_id: planId,
    investigation_id: "inv_1",
    agent_id: agentId,
    issued_at: new Date(now).toISOString(),
    expires_at: new Date(now + 600_000).toISOString(),
    statements: [{ id: "a", sql: "SELECT 1 AS one", max_rows: 10, timeout_ms: 10_000 }],
    ...over,
  };
  return signPlan(plan, { key: brainKey, apiKeyHash: hashApiKey(apiKey) });
}

/** A stub server for agents: it serves the plans of a test and records the results. */
async function handMadeBrain() {
  const results: PlanResult[] = [];
  const requests: string[] = [];
  const offers: SignedPlan[][] = [];
  const state = { refuseResults: false };
  const arrivals = new EventEmitter();
  let poll: ServerResponse | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, "http://brain");
    requests.push(`${request.method} ${pathname}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader("x-agent-settings", "r1");
    if (pathname.endsWith("/plans")) {
      poll = response;
      response.once("close", () => {
        if (poll === response) poll = null;
      });
      return servePoll();
    }
    if (pathname.endsWith("/results")) {
      if (state.refuseResults) return void response.writeHead(503).end();
      const { payload } = JSON.parse(Buffer.concat(chunks).toString());
      results.push(JSON.parse(Buffer.from(payload, "base64").toString()));
      arrivals.emit("result");
    }
    const settings = { wait_seconds: 60, snapshot_interval_seconds: 900, denied_tables: [] };
    const body = { agent_id: "a", ...settings, revision: "r1", status: "accepted", missing: [] };
    response.end(JSON.stringify(body));
  }

  function servePoll(): void {
    if (!poll || offers.length === 0) return;
    poll.end(JSON.stringify({ plans: offers.shift() }));
    poll = null;
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results,
    requests,
    state,
    give(...plans: SignedPlan[]) {
      offers.push(plans);
      servePoll();
    },
    async result(index: number): Promise<PlanResult> {
      while (results.length <= index) await once(arrivals, "result");
      return results[index]!;
    },
  };
}

test("a plan that already ran is refused after a restart, even after SIGKILL", async () => {
  const brain = await handMadeBrain();
  const folder = agentFolder(tempFolder(), {
    agent_id: "a",
    brain_url: brain.url,
    api_key: apiKey,
  });
  const plan = planFor("a", "pln_1");
  const first = folder.start();
  brain.give(plan);
  expect(await brain.result(0)).toMatchObject({ refused: null, results: [{ rows: [[1]] }] });
  expect(await first.stop("SIGKILL")).toBe("SIGKILL");
  const second = folder.start();
  await second.logged("Connected");
  brain.give(plan);
  expect((await brain.result(1)).refused).toMatchObject({ code: "already_run" });
  expect(await second.stop()).toBe(0);
});

test("invalid plans are refused, each with its reason", async () => {
  const brain = await handMadeBrain();
  const config = { agent_id: "a", brain_url: brain.url, api_key: apiKey };
  const agent = agentFolder(tempFolder(), config).start();
  const anHourAgo = {
    issued_at: new Date(Date.now() - 3_600_000).toISOString(),
    expires_at: new Date(Date.now() - 3_590_000).toISOString(),
  };
  const altered = { ...planFor("a", "pln_4"), mac: planFor("a", "pln_5").mac };
  brain.give(
    planFor("another", "pln_1"),
    planFor("a", "pln_2", anHourAgo),
    planFor("a", "pln_3", {
      statements: [{ id: "a", sql: "DELETE FROM users", max_rows: 1, timeout_ms: 1_000 }],
    }),
    altered,
  );
  const refusals = await Promise.all([0, 1, 2, 3].map((index) => brain.result(index)));
  const codes = refusals.map(({ plan_id, refused }) => [plan_id, refused?.code]);
  expect(Object.fromEntries(codes)).toEqual({
    pln_1: "wrong_agent",
    pln_2: "expired",
    pln_3: "not_one_select",
    pln_4: "bad_mac",
  });
  const expired = refusals.find(({ plan_id }) => plan_id === "pln_2")!;
  // A plan may wait a few seconds on a busy machine.
  expect(expired.refused!.message).toMatch(/the agent's clock is 3,60\d s ahead/);
  await agent.logged("A plan was refused");
});

test("an undelivered receipt is sent after the agent restarts", async () => {
  const brain = await handMadeBrain();
  const config = { agent_id: "a", brain_url: brain.url, api_key: apiKey };
  const folder = agentFolder(tempFolder(), config);
  const first = folder.start();
  brain.state.refuseResults = true;
  brain.give(planFor("a", "pln_1"));
  await first.logged("it is stored and will be retried");
  expect(await first.stop()).toBe(0);
  brain.state.refuseResults = false;
  folder.start();
  expect(await brain.result(0)).toMatchObject({ plan_id: "pln_1", refused: null });
});

test("an agent that cannot record the plans it ran runs none, and reports it", async () => {
  const brain = await handMadeBrain();
  const config = { agent_id: "a", brain_url: brain.url, api_key: apiKey };
  const folder = agentFolder(tempFolder(), config);
  const agent = folder.start();
  await agent.logged("Connected");
  // A folder in its place: root could write to a read-only file.
  mkdirSync(join(folder.cacheDir, "seen-plans"));
  brain.give(planFor("a", "pln_1"));
  const { refused } = await brain.result(0);
  expect(refused).toMatchObject({ code: "not_remembered" });
  expect(refused!.message).toContain("EISDIR");
});

test("a refused API key is logged once, without the key", async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(401, { "content-type": "application/json" });
    response.end('{"error":"invalid_api_key","message":"Send a valid API key."}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const brain_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { agent_id: "a", brain_url, api_key: apiKey };
  const agent = agentFolder(tempFolder(), config).start();
  const line = await agent.logged("The server rejected the API key (401). Check api_key.");
  expect(line.level).toBe("error");
  expect(line.msg).toMatch(/Trying again in (5\d|6\d) s\.$/);
  expect(JSON.stringify(agent.log())).not.toContain("the-secret-itself");
  expect(await agent.stop()).toBe(0);
});

test("an agent stops within two seconds, even while it waits for the server", async () => {
  const server = createServer(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const brain_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { agent_id: "a", brain_url, api_key: apiKey };
  const agent = agentFolder(tempFolder(), config).start();
  await once(server, "request");
  const startedAt = Date.now();
  expect(await agent.stop("SIGINT")).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(2_000);
});

test("a second agent on one cache folder exits with 2 until the first has ended, even by SIGKILL", async () => {
  const brain = await handMadeBrain();
  const home = tempFolder();
  const folder = agentFolder(home, { agent_id: "a", brain_url: brain.url, api_key: apiKey });
  const first = folder.start();
  await first.logged("Connected");
  const config = join(home, "agent-a", "agent.json");
  const { code, stderr } = await cliIn(home).inquest("agents", "run", "--config", config);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(`in use by another agent, process ${first.pid}.`),
  });
  expect(await first.stop("SIGKILL")).toBe("SIGKILL");
  await folder.start().logged("Connected");
});

test("invalid settings exit with 2 before anything is sent", async () => {
  const brain = await handMadeBrain();
  const home = tempFolder();
  const file = join(home, "agent.json");
  const good = { brain_url: brain.url, api_key: apiKey, cache_dir: join(home, "cache") };
  const run = async (content: object, ...args: string[]) => {
    writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
    return cliIn(home).inquest("agents", "run", "--config", file, ...args);
  };
  const wrong: [object, string, ...string[]][] = [
    [{ ...good, api_keys: "x" }, "unknown field"],
    [{ ...good, brain_url: "http://brain.example.com" }, "unencrypted"],
    [{ ...good, verify_key_path: join(home, "absent.pub") }, "does not exist"],
    [{ ...good, cache_dir: file }, "cache folder"],
    [good, "two values", "--tags", "a=1,a=2"],
  ];
  for (const [content, words, ...args] of wrong) {
    const { code, stdout, stderr } = await run(content, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
    expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
  }
  const asJson = await run({ ...good, api_keys: "x" }, "--json");
  expect(JSON.parse(asJson.stderr || asJson.stdout)).toMatchObject({ error: "usage" });
  expect(brain.requests).toEqual([]);
}, 30_000);
