import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { agentFolder } from "../helpers/agent-process.ts";
import { authority } from "../helpers/authority.ts";
import { hasOpenssl } from "../helpers/certificate.ts";
import {
  costlyTables,
  type ServerProcess,
  serverFolder,
  spareThisMachine,
} from "../helpers/server-process.ts";

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

test("of three agents an investigation tells exactly who answered: stopped, killed, restarted, and with another brain", async () => {
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

test("nobody who could answer is left: the investigation says so", async () => {
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
  const agent = agentFolder(home, {
    agent_id: "a",
    brain_url: server.url,
    api_key: server.key,
  }).start();
  const startedAt = Date.now();
  await agent.logged("A snapshot was sent");
  expect(Date.now() - startedAt).toBeLessThan(30_000);
  const id = await server.ask(question, { mode: "cached" });
  const { status, summary } = await server.outcome(id);
  expect(status).toBe("completed");
  expect(summary.coverage).toMatchObject({ agents_answered: 1, cached: 1, live: 0 });
}, 60_000);

const canSplitNetwork =
  process.getuid?.() === 0 &&
  hasOpenssl &&
  spawnSync("ip", ["netns", "add", "iqprobe"]).status === 0 &&
  spawnSync("ip", ["netns", "del", "iqprobe"]).status === 0;

/** A network namespace of its own, tied to this one by a cable that can be unplugged. */
function networkSpace(name: string, subnet: string) {
  const ip = (line: string) => {
    const { status, stderr } = spawnSync("ip", line.split(" "), { encoding: "utf8" });
    if (status !== 0) throw new Error(`ip ${line}: ${stderr}`);
  };
  onTestFinished(() => void spawnSync("ip", ["netns", "del", name]));
  ip(`netns add ${name}`);
  ip(`link add ${name}h type veth peer name ${name}n netns ${name}`);
  ip(`addr add ${subnet}.1/24 dev ${name}h`);
  ip(`link set ${name}h up`);
  ip(`-n ${name} addr add ${subnet}.2/24 dev ${name}n`);
  ip(`-n ${name} link set ${name}n up`);
  ip(`-n ${name} link set lo up`);
  return {
    before: ["ip", "netns", "exec", name],
    unplug: () => ip(`link set ${name}h down`),
    plugIn: () => ip(`link set ${name}h up`),
  };
}

if (!canSplitNetwork)
  console.log("No agent is cut off: network namespaces need root, `ip` and openssl.");

test.skipIf(!canSplitNetwork)(
  "an agent that is cut off is told as such, and is back once its cable is",
  async () => {
    const home = mkdtempSync(join(tmpdir(), "inquest-e2e-"));
    const folder = serverFolder(home);
    const ca = authority(home, "ca");
    const spaces = ["a", "b", "c"].map((id, index) =>
      networkSpace(`iq${process.pid % 10_000}${id}`, `10.77.${index}`),
    );
    const names = ["10.77.0.1", "10.77.1.1", "10.77.2.1", "127.0.0.1"].map((one) => `IP:${one}`);
    const extensions = [`subjectAltName=${names.join(",")}`];
    const { certPath, keyPath } = ca.sign("brain", { extensions });
    const tls = ["--tls-cert", certPath, "--tls-key", keyPath];
    const server = await folder.start("--no-local-agent", "--host", "0.0.0.0", ...tls);
    const { port } = new URL(server.url);
    const sparing = ["--every-agent", "--deny-table", costlyTables.join()];
    await folder.inquest("agents", "policies", "create", "sparing", ...sparing);
    const agents = ["a", "b", "c"].map((agent_id, index) =>
      agentFolder(
        home,
        {
          agent_id,
          brain_url: `https://10.77.${index}.1:${port}`,
          api_key: server.key,
          ca_cert_path: ca.certPath,
        },
        spaces[index]!.before,
      ).start(),
    );
    for (const agent of agents) await agent.logged("Connected");

    const ask = async () => {
      const line = ["investigate", question, "--mode", "live", "--depth", "quick", "--json"];
      const { summary } = JSON.parse((await folder.inquest(...line)).stdout);
      const { agents_answered, unanswered } = summary.coverage;
      return [
        agents_answered,
        ...unanswered.map((one: { agent_id: string; reason: string }) => [
          one.agent_id,
          one.reason,
        ]),
      ];
    };
    expect(await ask()).toEqual([3]);
    spaces[1]!.unplug();
    expect(await ask()).toEqual([2, ["b", "timed_out"]]);
    spaces[1]!.plugIn();
    // What was on its way arrives when TCP sends it again; the agent then polls anew.
    await expect.poll(ask, { timeout: 60_000 }).toEqual([3]);
  },
  120_000,
);
