import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentFolder, earlyFirstSnapshot } from "../helpers/agent-process.ts";
import { type ServerProcess, serverFolder, spareThisMachine } from "../helpers/server-process.ts";

const question = "SELECT name FROM os_version";

/** Who answered a live question, and who did not and why. */
async function coverageOf(server: ServerProcess) {
  const over = { mode: "live", depth: "quick" };
  const { status, error, summary } = await server.outcome(await server.ask(question, over));
  const { agents_answered, unanswered = [] } = summary?.coverage ?? {};
  return {
    status,
    error: error?.code,
    answered: agents_answered,
    unanswered: Object.fromEntries(
      unanswered.map((one: { agent_id: string; reason: string }) => [one.agent_id, one.reason]),
    ),
  };
}

const listed = async (server: ServerProcess) =>
  Object.fromEntries(
    (await server.call("GET", "/v1/agents")).body.map(
      ({ agent_id, status }: { agent_id: string; status: string }) => [agent_id, status],
    ),
  );

test("of three agents an investigation reports exactly who answered: stopped, killed, restarted, and after a server restart", async () => {
  const home = mkdtempSync(join(tmpdir(), "inquest-e2e-"));
  const folder = serverFolder(home);
  let server = await folder.start("--no-local-agent");
  await spareThisMachine(server);
  const { port } = new URL(server.url);
  const [a, b, c] = ["a", "b", "c"].map((agent_id) =>
    agentFolder(home, { agent_id, brain_url: server.url, api_key: server.key }),
  );
  const running = { a: a!.start("--tags", "env=prod"), b: b!.start(), c: c!.start() };
  for (const agent of Object.values(running)) await agent.logged("Connected");
  expect(await listed(server)).toEqual({ a: "Connected", b: "Connected", c: "Connected" });
  expect(await coverageOf(server)).toEqual({ status: "completed", answered: 3, unanswered: {} });

  expect(await running.b.stop()).toBe(0);
  expect(await running.c.stop("SIGKILL")).toBe("SIGKILL");
  expect(await coverageOf(server)).toEqual({
    status: "completed",
    answered: 1,
    unanswered: { b: "offline", c: "offline" },
  });

  const keyOf = (agent: { log(): Record<string, unknown>[] }) => agent.log()[0]!.agent_key_id;
  const again = c!.start();
  await again.logged("Connected");
  expect(keyOf(again)).toBe(keyOf(running.c));
  expect(keyOf(again)).not.toBe(keyOf(running.a));
  expect(await coverageOf(server)).toMatchObject({ answered: 2, unanswered: { b: "offline" } });

  // The brain goes away and comes back; both agents find it again by themselves.
  expect(await server.stop()).toBe(0);
  await running.a.logged("Trying again in");
  server = await folder.start("--no-local-agent", "--port", port);
  await Promise.all([running.a.logged("answers again"), again.logged("answers again")]);
  expect(await coverageOf(server)).toMatchObject({ answered: 2, unanswered: { b: "offline" } });

  const agent = (await server.call("GET", "/v1/agents/a")).body;
  expect(agent).toMatchObject({ tags: { env: "prod" }, status: "Connected" });
  expect(agent.tables).toBeGreaterThan(50);
}, 90_000);

test("an investigation without an available agent fails with no_agent_answered", async () => {
  const home = mkdtempSync(join(tmpdir(), "inquest-e2e-"));
  const server = await serverFolder(home).start("--no-local-agent");
  await spareThisMachine(server);
  const only = agentFolder(home, { agent_id: "a", brain_url: server.url, api_key: server.key });
  const agent = only.start();
  await agent.logged("Connected");
  await agent.stop("SIGKILL");
  expect(await coverageOf(server)).toMatchObject({ status: "failed", error: "no_agent_answered" });
}, 40_000);

test("an agent sends its snapshot soon after it connects, and cached questions are answered from it", async () => {
  const home = mkdtempSync(join(tmpdir(), "inquest-e2e-"));
  const server = await serverFolder(home).start("--no-local-agent");
  await spareThisMachine(server);
  const config = { agent_id: "a", brain_url: server.url, api_key: server.key };
  const agent = agentFolder(home, config, { nodeArgs: earlyFirstSnapshot }).start();
  const startedAt = Date.now();
  await agent.logged("A snapshot was sent");
  expect(Date.now() - startedAt).toBeLessThan(30_000);
  const id = await server.ask(question, { mode: "cached" });
  const { status, summary } = await server.outcome(id);
  expect(status).toBe("completed");
  expect(summary.coverage).toMatchObject({ agents_answered: 1, cached: 1, live: 0 });
}, 60_000);
