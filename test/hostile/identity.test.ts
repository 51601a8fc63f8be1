import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSigningKey } from "../../src/plan/key-seed.ts";
import { proofHeader, signRequest } from "../../src/plan/request-proof.ts";
import { authenticateAgent } from "../../src/server/agents/identity/authenticate-agent.ts";
import { createRequestSequences } from "../../src/server/agents/identity/request-sequences.ts";
import { agentFolder } from "../helpers/agent-process.ts";
import { authority } from "../helpers/authority.ts";
import { callOverTls } from "../helpers/call-over-tls.ts";
import { hasOpenssl } from "../helpers/certificate.ts";
import { delayingProxy } from "../helpers/delaying-proxy.ts";
import { handMadeAgent } from "../helpers/hand-made-agent.ts";
import { agentRecord } from "../helpers/records.ts";
import { type ServerProcess, serverFolder, spareThisMachine } from "../helpers/server-process.ts";

const question = "SELECT name FROM os_version";
const victimId = "victim";

/** A server, an agent that reaches it over a slow network, and a stolen `agents:connect` key. */
async function start() {
  const home = mkdtempSync(join(tmpdir(), "inquest-e2e-"));
  const folder = serverFolder(home);
  const server = await folder.start("--no-local-agent", "--rate-limit", "0");
  await spareThisMachine(server);
  const { body } = await server.call("POST", "/v1/keys", { body: { scopes: ["agents:connect"] } });
  const stolen = body.key as string;
  const proxy = await delayingProxy(server.url, 25);
  const config = { agent_id: victimId, brain_url: proxy.url, api_key: stolen };
  const victim = agentFolder(home, config);
  return { folder, server, stolen, proxy, victim };
}

const outcome = async (server: ServerProcess) => {
  const { status, summary } = await server.outcome(
    await server.ask(question, { mode: "live", depth: "quick" }),
  );
  return { status, answered: summary?.coverage.agents_answered };
};

/** Attacks until it is stopped; its results are what the server answered to each kind of request. */
function attack(server: ServerProcess, key: string) {
  const thief = handMadeAgent(victimId, { hostname: "forged" });
  const { key: thiefKey } = createSigningKey();
  const statuses = new Map<string, Set<number>>();
  const send = async (
    kind: string,
    [method, path]: [string, string],
    over: { body?: unknown; headers?: Record<string, string> },
  ) => {
    const { status } = await server.call(method, path, { key, ...over });
    statuses.set(kind, (statuses.get(kind) ?? new Set()).add(status));
  };
  const forged = (operation: "register" | "heartbeat" | "poll", body: unknown) => ({
    [proofHeader]: signRequest(
      { operation, agentId: victimId, body },
      { key: thiefKey, sequence: Date.now() + 3_600_000 },
    ),
  });
  const snapshot = thief.sign({
    agent_id: victimId,
    collected_at: new Date().toISOString(),
    tables: {},
  });
  const heartbeat = { hostname: "forged" };
  const own = {
    ...thief.registration,
    public_key: thiefKey.publicKey.toString("base64"),
  };
  const round = async () => {
    const register: [string, string] = ["POST", "/v1/agents/register"];
    await send("register", register, { body: thief.registration });
    await send("signed register", register, { body: own, headers: forged("register", own) });
    await send("heartbeat", ["POST", `${thief.path}/heartbeat`], { body: heartbeat });
    await send("signed heartbeat", ["POST", `${thief.path}/heartbeat`], {
      body: heartbeat,
      headers: forged("heartbeat", heartbeat),
    });
    await send("poll", ["GET", `${thief.path}/plans?wait=0`], {});
    await send("signed poll", ["GET", `${thief.path}/plans?wait=0`], {
      headers: forged("poll", null),
    });
    await send("snapshot", ["PUT", `${thief.path}/snapshots`], { body: snapshot });
  };
  let isStopped = false;
  const attacking = (async () => {
    while (!isStopped) await round();
  })();
  return async () => {
    isStopped = true;
    await attacking;
    return Object.fromEntries([...statuses].map(([kind, seen]) => [kind, [...seen]]));
  };
}

test("finding 2: a stolen agents:connect key can't take over an agent, not even between its polls", async () => {
  const { server, stolen, victim } = await start();
  const agent = victim.start();
  await agent.logged("Connected");
  const stop = attack(server, stolen);
  // Each question ends a poll, and the next one arrives 50 ms later.
  for (let round = 0; round < 5; round++)
    expect(await outcome(server)).toEqual({ status: "completed", answered: 1 });
  expect(await stop()).toEqual({
    register: [409],
    "signed register": [409],
    heartbeat: [403],
    "signed heartbeat": [403],
    poll: [403],
    "signed poll": [403],
    snapshot: [400],
  });
  const { body } = await server.call("GET", `/v1/agents/${victimId}`);
  expect(body.hostname).not.toBe("forged");
  expect(body.pending_key).toMatchObject({ fingerprint: expect.stringMatching(/^SHA256:/) });
  expect(server.log()).toContain("an agent with another key or client certificate tried");
  expect(await agent.stop()).toBe(0);
}, 90_000);

test("finding 2: recorded requests of an agent can't be sent again", async () => {
  const { server, stolen, proxy, victim } = await start();
  const agent = victim.start();
  await agent.logged("Connected");
  expect(await outcome(server)).toMatchObject({ answered: 1 });
  const recorded = () =>
    proxy
      .sent()
      .split("\r\n\r\n")
      .map((head) => ({
        path: /GET (\S+\/plans\S+)/.exec(head)?.[1],
        proof: /^x-agent-proof: (\S+)/im.exec(head)?.[1],
      }))
      .filter(({ path }) => path !== undefined);
  await expect.poll(() => recorded().length).toBeGreaterThan(1);
  for (const { path, proof } of recorded()) {
    const headers = { [proofHeader]: proof! };
    const { status, body } = await server.call("GET", path!, { key: stolen, headers });
    expect([status, body.error]).toEqual([409, "agent_request_repeated"]);
  }
}, 60_000);

test("finding 2: a reinstalled machine is rejected until an operator approves its key", async () => {
  const { folder, server, victim } = await start();
  const first = victim.start();
  await first.logged("Connected");
  await first.stop();
  rmSync(victim.cacheDir, { recursive: true });
  const second = victim.start();
  await second.logged("agents approve");
  const { agent_key } = await second.logged("The agent starts");
  expect((await folder.inquest("agents", "list")).stdout).toContain("key refused");
  const approve = (fingerprint: string) =>
    folder.inquest("agents", "approve", victimId, "--yes", "--fingerprint", fingerprint);
  expect(await approve("SHA256:AAAA")).toMatchObject({ code: 1 });
  expect(await approve(agent_key as string)).toMatchObject({ code: 0 });
  expect((await folder.inquest("agents", "list")).stdout).not.toContain("key refused");
  // Its next attempt would come within a minute.
  await second.stop();
  const third = victim.start();
  await third.logged("Connected");
  expect(await outcome(server)).toEqual({ status: "completed", answered: 1 });
  await third.stop();
}, 90_000);

test.skipIf(!hasOpenssl)(
  "finding 2: with mTLS, an agent's id can't be used with another agent's certificate",
  async () => {
    const home = mkdtempSync(join(tmpdir(), "inquest-e2e-"));
    const folder = serverFolder(home);
    const company = authority(home, "company");
    const client = (name: string) =>
      company.sign(name, { extensions: ["extendedKeyUsage=clientAuth"] });
    const [own, others] = [client("web-1"), client("db-1")];
    const { certPath, keyPath } = company.sign("brain");
    const tls = ["--tls-cert", certPath, "--tls-key", keyPath, "--client-ca", company.certPath];
    const { url, key } = await folder.start("--no-local-agent", ...tls);
    const call = callOverTls({ url, key, ca: company.cert });

    // It doesn't sign its requests, so only the certificate protects its polls.
    const { registration, path } = handMadeAgent("web-1");
    const empty = { payload: "AAAA", signature: "AAAA" };
    const requests: [method: string, path: string, body?: unknown][] = [
      ["POST", "/v1/agents/register", registration],
      ["POST", `${path}/heartbeat`, {}],
      ["GET", `${path}/plans?wait=0`],
      ["POST", `${path}/plans/pln_1/results`, empty],
      ["PUT", `${path}/snapshots`, empty],
    ];
    const statusesWith = async (pair: typeof own) => {
      const statuses = [];
      for (const [method, path, body] of requests)
        statuses.push((await call(method, path, { pair, body })).status);
      return statuses;
    };
    expect(await statusesWith(own)).toEqual([201, 202, 204, 404, 400]);
    expect(await statusesWith(others)).toEqual([409, 403, 403, 403, 403]);
    expect((await call("GET", path, {})).body).toMatchObject({
      pending_key: { certificate_subject: expect.stringContaining("db-1") },
    });
    expect(await statusesWith(own)).toEqual([200, 202, 204, 404, 400]);
  },
  60_000,
);

/** Idle agents poll this often; see `pollStretch`. */
const secondsPerPoll = 60 * 1.08;
const fleetSize = 10_000;

test("the signatures of 10,000 idle agents' polls cost at most 5% of a core", async () => {
  const sequences = createRequestSequences();
  const agents = Array.from({ length: 200 }, (_, index) => {
    const { key } = createSigningKey();
    const public_key = key.publicKey.toString("base64");
    const remote = { public_key, signs: true, certificate_subject: null };
    const agent = agentRecord({ agent_id: `agent-${index}`, public_key, remote });
    return { key, agent };
  });
  const secondsPerRequest = async (sequence: number) => {
    const requests = agents.map(({ key, agent }) => {
      const signed = { operation: "poll", agentId: agent.agent_id, body: null } as const;
      const proof = signRequest(signed, { key, sequence });
      return { agent, signed, credentials: { proof, certificateSubject: null } };
    });
    const before = process.cpuUsage();
    const verdicts = await Promise.all(
      requests.map(({ agent, ...request }) => authenticateAgent(agent, request, sequences)),
    );
    const { user, system } = process.cpuUsage(before);
    expect(verdicts.every(({ ok }) => ok)).toBe(true);
    return (user + system) / 1e6 / requests.length;
  };
  // Other processes on the same core only ever add to the time: the fastest round is the cost.
  const rounds: number[] = [];
  for (let round = 0; round < 20; round++) rounds.push(await secondsPerRequest(round));
  const seconds = Math.min(...rounds);
  const share = (fleetSize / secondsPerPoll) * seconds;
  console.log(
    `Verifying a poll takes ${(seconds * 1e6).toFixed(0)} µs: ` +
      `${(share * 100).toFixed(1)}% of a core for ${fleetSize} idle agents.`,
  );
  expect(share).toBeLessThan(0.05);
});
