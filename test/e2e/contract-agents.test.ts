import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import {
  type AnswerOf,
  type HandMadeAgent,
  handMadeAgent,
  planIn,
} from "../helpers/hand-made-agent.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";

/*
 * What agents and those who look after them see from outside; the agents are made by hand here,
 * so that they may do what ours never would.
 */
const folder = serverFolder(undefined, afterAll);
let server: ServerProcess;
let otherKey: string;
beforeAll(async () => {
  server = await folder.start("--no-local-agent", "--rate-limit", "0", "--log-level", "error");
  const other = await folder.inquest("server", "accounts", "create", "other", "--json");
  otherKey = JSON.parse(other.stdout).key.key;
});

const fields = (value: object) => Object.keys(value).sort().join(" ");
const sorted = (names: string) => names.split(" ").sort().join(" ");
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const settings = sorted("agent_id wait_seconds snapshot_interval_seconds denied_tables revision");

const register = (agent: HandMadeAgent, key?: string) =>
  server.call("POST", "/v1/agents/register", {
    body: agent.registration,
    ...(key !== undefined && { key }),
  });
const poll = (agent: HandMadeAgent, wait: number) =>
  server.call("GET", `${agent.path}/plans?wait=${wait}`);
const resultsOf = (agent: HandMadeAgent, planId: string) => `${agent.path}/plans/${planId}/results`;

const users: AnswerOf = () => ({ columns: ["username"], rows: [["root"]] });

/** Registers, then polls and answers with `answer` until the test ends. */
async function live(
  agent: HandMadeAgent,
  answer: (plan: ReturnType<typeof planIn>) => unknown = (plan) => agent.answer(plan, users),
): Promise<HandMadeAgent> {
  await register(agent);
  const stop = new AbortController();
  const polling = keepPolling(agent, { answer, signal: stop.signal });
  onTestFinished(async () => {
    stop.abort();
    await polling;
  });
  return agent;
}

async function keepPolling(
  agent: HandMadeAgent,
  { answer, signal }: { answer: Parameters<typeof live>[1]; signal: AbortSignal },
): Promise<void> {
  const headers = { authorization: `Bearer ${server.key}` };
  while (!signal.aborted) {
    const url = `${server.url}${agent.path}/plans?wait=60`;
    const response = await fetch(url, { headers, signal }).catch(() => null);
    if (response?.status !== 200) continue;
    const { plans } = (await response.json()) as { plans: Parameters<typeof planIn>[0][] };
    for (const plan of plans.map(planIn)) {
      const body = answer?.(plan);
      if (body !== undefined) await server.call("POST", resultsOf(agent, plan.plan_id), { body });
    }
  }
}

/** The outcome of a question to exactly these agents. */
async function outcomeOf(agents: HandMadeAgent[], over: Record<string, unknown> = {}) {
  const filter = { agent_ids: agents.map(({ agentId }) => agentId) };
  const scope = { type: "selector", filter };
  const id = await server.ask("SELECT username FROM users", { mode: "live", scope, ...over });
  return server.outcome(id);
}

/** A plan that waits for an agent, and the investigation it is of. */
async function planFor(agent: HandMadeAgent) {
  const scope = { type: "selector", filter: { agent_ids: [agent.agentId] } };
  const id = await server.ask("SELECT username FROM users", { mode: "live", scope });
  const { status, body } = await poll(agent, 10);
  expect(status).toBe(200);
  return { id, signed: body.plans[0], plan: planIn(body.plans[0]) };
}

test("an agent is in the listing at once, with the contract's fields and no more", async () => {
  const agent = handMadeAgent("reg-1", { tags: { env: "prod" }, tables: ["users", "groups"] });
  const first = await register(agent);
  expect(first.status).toBe(201);
  expect(fields(first.body)).toBe(settings);
  expect(await register(agent)).toMatchObject({ status: 200, body: first.body });
  const { body } = await server.call("GET", "/v1/agents?tag=env%3Dprod");
  expect(body).toEqual([
    {
      agent_id: "reg-1",
      hostname: "reg-1",
      status: "Connected",
      os: "linux",
      os_version: "12",
      arch: "x64",
      agent_version: "0.1.0",
      tags: { env: "prod" },
      policies: [],
      addresses: ["192.0.2.1"],
      first_seen_at: iso,
      last_heartbeat_at: iso,
      tables: 2,
    },
  ]);
  expect((await server.call("GET", agent.path)).body).toEqual({
    ...body[0],
    // Another server over the same database knows it to some milliseconds.
    last_heartbeat_at: iso,
  });
  const beat = { body: { addresses: ["192.0.2.2"] } };
  const heard = await server.call("POST", `${agent.path}/heartbeat`, beat);
  expect(heard).toMatchObject({ status: 202, body: first.body });
  expect((await server.call("GET", agent.path)).body.addresses).toEqual(["192.0.2.2"]);
});

test("a poll without plans returns 204 after its wait, not before", async () => {
  const agent = handMadeAgent("poll-1");
  const { body } = await register(agent);
  const startedMs = performance.now();
  const { status, headers } = await poll(agent, 1);
  const tookMs = performance.now() - startedMs;
  expect({ status, revision: headers.get("x-agent-settings") }).toEqual({
    status: 204,
    revision: body.revision,
  });
  expect(tookMs).toBeGreaterThan(990);
  expect(tookMs).toBeLessThan(5_000);
});

test("a plan ends the poll, and is signed with the plan key and for the agent's API key", async () => {
  const agent = handMadeAgent("poll-2");
  await register(agent);
  const { id, signed, plan } = await planFor(agent);
  expect(fields(signed)).toBe("key_id mac payload signature");
  const bytes = Buffer.from(signed.payload, "base64");
  const { body: planKey } = await server.call("GET", "/v1/plan-key");
  const der = Buffer.from(`302a300506032b6570032100${hexOf(planKey.public_key)}`, "hex");
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  expect(verify(null, bytes, key, Buffer.from(signed.signature, "base64"))).toBe(true);
  const keyHash = createHash("sha256").update(server.key).digest();
  expect(signed.mac).toBe(createHmac("sha256", keyHash).update(bytes).digest("base64"));
  expect(plan).toEqual({
    plan_id: expect.stringMatching(/^pln_[0-9a-z]{26}$/),
    investigation_id: id,
    agent_id: "poll-2",
    issued_at: iso,
    expires_at: iso,
    statements: [
      {
        id: expect.any(String),
        sql: "SELECT username FROM users",
        max_rows: expect.any(Number),
        timeout_ms: expect.any(Number),
      },
    ],
  });
  await server.call("DELETE", `/v1/investigations/${id}`);
});

const hexOf = (base64: string) => Buffer.from(base64, "base64").toString("hex");

test("a result is accepted once, gzip or not, and is the answer", async () => {
  const agent = handMadeAgent("result-1");
  await register(agent);
  const { id, plan } = await planFor(agent);
  const receipt = JSON.stringify(agent.answer(plan, users));
  const send = async () => {
    const response = await fetch(server.url + resultsOf(agent, plan.plan_id), {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.key}`,
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
      body: gzipSync(receipt),
    });
    return { status: response.status, body: await response.json() };
  };
  const { plan_id } = plan;
  expect(await send()).toEqual({ status: 202, body: { plan_id, status: "accepted" } });
  expect(await send()).toEqual({ status: 202, body: { plan_id, status: "duplicate" } });
  const { status, summary } = await server.outcome(id);
  expect({ status, rows: summary.answer.rows }).toEqual({ status: "completed", rows: [["root"]] });
});

test("a result for a run that was cancelled is late; another agent's plan is not found", async () => {
  const [agent, other] = [handMadeAgent("result-2"), handMadeAgent("result-3")];
  for (const each of [agent, other]) await register(each);
  const { id, plan } = await planFor(agent);
  const receipt = { body: agent.answer(plan, users) };
  const foreign = await server.call("POST", resultsOf(other, plan.plan_id), receipt);
  expect(foreign).toMatchObject({ status: 404, body: { error: "not_found" } });
  await server.call("DELETE", `/v1/investigations/${id}`);
  const late = await server.call("POST", resultsOf(agent, plan.plan_id), receipt);
  expect(late).toMatchObject({ status: 202, body: { status: "late" } });
});

test("unreadable results are rejected with the reason, and a valid one is still accepted", async () => {
  const agent = handMadeAgent("result-4");
  await register(agent);
  const { id, plan } = await planFor(agent);
  const send = async (body: string | Buffer, headers: Record<string, string>) => {
    const response = await fetch(server.url + resultsOf(agent, plan.plan_id), {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.key}`,
        "content-type": "application/json",
        ...headers,
      },
      body,
    });
    return { status: response.status, error: ((await response.json()) as { error: string }).error };
  };
  const receipt = JSON.stringify(agent.answer(plan, users));
  const gzip = { "content-encoding": "gzip" };
  const long = JSON.stringify({ payload: "A".repeat(16 << 20), signature: "AAAA" });
  const tooLarge = { status: 413, error: "payload_too_large" };
  const malformed = { status: 400, error: "validation_error" };
  const notRead = { status: 415, error: "unsupported_media_type" };
  expect(await send(receipt, gzip)).toEqual(malformed);
  expect(await send(gzipSync(receipt).subarray(0, -8), gzip)).toEqual(malformed);
  expect(await send(gzipSync(receipt), {})).toEqual(malformed);
  expect(await send(receipt, { "content-encoding": "br" })).toEqual(notRead);
  expect(await send(receipt, { "content-type": "text/plain" })).toEqual(notRead);
  expect(await send(gzipSync(long), gzip)).toEqual(tooLarge);
  expect(await send(long, {})).toEqual(tooLarge);
  await server.call("POST", resultsOf(agent, plan.plan_id), { body: JSON.parse(receipt) });
  expect((await server.outcome(id)).summary.answer.rows).toEqual([["root"]]);
});

test("a body far too large gets a response, not a broken connection", async () => {
  const agent = handMadeAgent("large-1");
  await register(agent);
  const send = async () => {
    const { status } = await fetch(server.url + resultsOf(agent, "pln_x"), {
      method: "POST",
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      body: Buffer.alloc(40 << 20, " "),
    });
    return status;
  };
  for (let times = 0; times < 6; times++) expect(await send()).toBe(413);
});

test("a snapshot answers cached questions once its missing rows have arrived", async () => {
  const agent = handMadeAgent("snap-1");
  await register(agent);
  const rows = [{ username: "alice" }, { username: "root" }];
  const sha256 = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  const snapshot = (table: object, agent_id = "snap-1") => ({
    agent_id,
    collected_at: new Date().toISOString(),
    tables: { users: { sha256, gaps: [], ...table } },
  });
  const send = (body: unknown) => server.call("PUT", `${agent.path}/snapshots`, { body });
  const hashAlone = await send(agent.sign(snapshot({})));
  expect(hashAlone).toMatchObject({ status: 202, body: { missing: ["users"] } });
  expect(fields(hashAlone.body)).toBe("missing");
  const whole = await send(agent.sign(snapshot({ rows })));
  expect(whole).toMatchObject({ status: 202, body: { missing: [] } });

  const { payload } = agent.sign(snapshot({ rows: [] }));
  const refused = [
    await send({ payload }),
    await send(handMadeAgent("snap-1").sign(snapshot({ rows: [] }))),
    await send(agent.sign(snapshot({ rows: [] }, "another"))),
    await send(agent.sign({ tables: 7 })),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);

  const { summary } = await outcomeOf([agent], { mode: "cached" });
  expect(summary.answer.rows).toEqual([["alice"], ["root"]]);
  expect(summary.coverage).toMatchObject({ cached: 1, live: 0, unanswered: [] });
});

test("agents of two accounts are separate, even with the same id", async () => {
  const [mine, theirs] = [handMadeAgent("shared"), handMadeAgent("shared")];
  expect((await register(mine)).status).toBe(201);
  const key = otherKey;
  const paths: [string, string][] = [
    ["GET", mine.path],
    ["PATCH", mine.path],
    ["DELETE", mine.path],
    ["POST", `${mine.path}/heartbeat`],
    ["GET", `${mine.path}/plans`],
    ["POST", resultsOf(mine, "pln_x")],
    ["PUT", `${mine.path}/snapshots`],
  ];
  const absent = await server.call("GET", "/v1/agents/nobody", { key });
  expect(absent.status).toBe(404);
  for (const [method, path] of paths) {
    const { status, body } = await server.call(method, path, {
      key,
      ...(method !== "GET" && { body: { bad: true } }),
    });
    expect({ method, path, status, body }).toEqual({
      method,
      path,
      status: 404,
      body: absent.body,
    });
  }
  expect((await register(theirs, key)).status).toBe(201);
  const changed = { key, body: { tags: { whose: "theirs" } } };
  expect((await server.call("PATCH", mine.path, changed)).status).toBe(200);
  expect((await server.call("GET", mine.path)).body.tags).toEqual({});
  expect((await server.call("GET", "/v1/agents", { key })).body).toHaveLength(1);
});

async function keyWith(...scopes: string[]): Promise<string> {
  const { body } = await server.call("POST", "/v1/keys", { body: { scopes } });
  return body.key;
}

/** Paths that need no scope or no key. */
const open = /^\/(healthz|readyz|metrics|openapi\.json|docs|v1\/plan-key|v1\/graph\/live)$/;

test("the agents' scope allows check-in alone, and no other scope allows it", async () => {
  const { scopes } = (await server.call("GET", "/v1/keys")).body.keys[0];
  const key = await keyWith("agents:connect");
  const others = await keyWith(...scopes.filter((scope: string) => scope !== "agents:connect"));
  const { paths } = (await server.call("GET", "/openapi.json")).body;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { security: { ApiKey?: string[] }[] }>).map(
      ([method, { security }]) => ({ path, method, scope: security[0]?.ApiKey?.[0] }),
    ),
  );
  const checkIn = operations.filter(({ scope }) => scope === "agents:connect");
  expect(checkIn.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    "get /v1/agents/{id}/plans",
    "post /v1/agents/register",
    "post /v1/agents/{id}/disconnect",
    "post /v1/agents/{id}/heartbeat",
    "post /v1/agents/{id}/plans/{plan_id}/results",
    "put /v1/agents/{id}/snapshots",
  ]);
  for (const { method, path, scope } of operations.filter(({ path }) => !open.test(path))) {
    const isCheckIn = scope === "agents:connect";
    const url = path.replace(/\{\w+\}/g, "x");
    const { status, body } = await server.call(method.toUpperCase(), url, {
      key: isCheckIn ? others : key,
    });
    expect({ method, path, status, missing: body.missing_scope }).toEqual({
      method,
      path,
      status: 403,
      missing: scope,
    });
  }
  for (const { method, path } of checkIn) {
    const { status } = await server.call(method.toUpperCase(), path, { key: "iq_wrong" });
    expect({ path, status }).toEqual({ path, status: 401 });
  }
  expect((await register(handMadeAgent("scoped"), key)).status).toBe(201);
});

test.each([
  ["a tag of a megabyte", { tags: { env: "x".repeat(1 << 20) } }, 413, undefined],
  ["a tag of 300 characters", { tags: { env: "x".repeat(300) } }, 400, "tags.env"],
  [
    "a hundred tags",
    { tags: Object.fromEntries([...Array(100).keys()].map((n) => [n, ""])) },
    400,
    "tags",
  ],
  ["an unknown field", { hostnames: [] }, 400, "hostnames"],
  ["no key of its own", { public_key: undefined }, 400, "public_key"],
  ["an id that no URL can end in", { agent_id: ".." }, 400, "agent_id"],
])("registering with %s is refused", async (_, over, expected, path) => {
  const agent = handMadeAgent("bad", over as object);
  const { status, body } = await register(agent);
  expect(status).toBe(expected);
  if (path !== undefined)
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  expect((await server.call("GET", "/v1/agents/bad")).status).toBe(404);
});

test("an agent that is deleted while it polls gets 404", async () => {
  const agent = handMadeAgent("gone-1");
  await register(agent);
  const lastHeartbeat = async () =>
    (await server.call("GET", agent.path)).body.last_heartbeat_at as string;
  const registered = await lastHeartbeat();
  const polling = poll(agent, 30);
  await expect.poll(async () => (await lastHeartbeat()) > registered).toBe(true);
  expect((await server.call("DELETE", agent.path)).status).toBe(204);
  expect((await polling).status).toBe(404);
  expect((await poll(agent, 0)).status).toBe(404);
  expect((await register(agent)).status).toBe(201);
});

test("each agent answers for itself: valid answers count, the others are listed with the reason", {
  timeout: 60_000,
}, async () => {
  const honest = await Promise.all(["h-1", "h-2", "h-3"].map((id) => live(handMadeAgent(id))));
  const forger = handMadeAgent("forger");
  await live(forger, (plan) => handMadeAgent("forger").answer(plan, users));
  const impostor = handMadeAgent("impostor");
  await live(impostor, (plan) => handMadeAgent("h-1").answer(plan, users));
  const mangler = handMadeAgent("mangler");
  await live(mangler, () => ({ result: "all is well" }));
  const sleeper = handMadeAgent("sleeper");
  await live(sleeper, () => undefined);
  const away = handMadeAgent("away");
  await register(away);
  const lying = [...honest, forger, impostor, mangler];

  const startedMs = performance.now();
  const quickly = await outcomeOf(lying);
  // Half of a plan's timeout: no agent was waited for.
  expect(performance.now() - startedMs).toBeLessThan(15_000);
  expect(quickly.summary.answer.rows.map(String).sort()).toEqual([
    "h-1,root",
    "h-2,root",
    "h-3,root",
  ]);

  const { status, summary, progress } = await outcomeOf([...lying, sleeper, away], {
    depth: "quick",
  });
  expect(status).toBe("completed");
  expect(summary.answer.rows.map(String).sort()).toEqual(["h-1,root", "h-2,root", "h-3,root"]);
  const { agents_targeted, agents_answered, unanswered } = summary.coverage;
  expect({ agents_targeted, agents_answered }).toEqual({ agents_targeted: 8, agents_answered: 3 });
  const reasons = unanswered.map((each: { agent_id: string; reason: string }) => [
    each.agent_id,
    each.reason,
  ]);
  expect(Object.fromEntries(reasons)).toEqual({
    forger: "error",
    impostor: "error",
    mangler: "error",
    sleeper: "timed_out",
    away: "offline",
  });
  expect(progress.agents.targeted).toBe(8);
});

test("a burst of registrations is rate-limited, and registered agents are not affected", {
  timeout: 60_000,
}, async () => {
  const stormed = await serverFolder().start(
    "--no-local-agent",
    "--rate-limit",
    "2",
    "--log-level",
    "error",
  );
  const send = (agent: HandMadeAgent) =>
    stormed.call("POST", "/v1/agents/register", { body: agent.registration });
  const answers = await Promise.all(
    [...Array(60).keys()].map((n) => send(handMadeAgent(`storm-${n}`))),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(40);
  expect(refused).toHaveLength(20);
  for (const { body, headers } of refused) {
    expect(body.error).toBe("rate_limit_exceeded");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
  }
  for (let times = 0; times < 5; times++) {
    const beat = await stormed.call("POST", "/v1/agents/storm-0/heartbeat", { body: {} });
    expect(beat.status).toBe(202);
  }
  expect((await stormed.call("GET", "/v1/agents")).status).toBe(200);
});

// Over one database it would stop one server of two.
test.skipIf(process.env.INQUEST_TEST_STORE === "postgres")(
  "a stopping server ends its polls at once, and knows its agents after a restart",
  {
    timeout: 60_000,
  },
  async () => {
    const own = serverFolder();
    const first = await own.start("--no-local-agent", "--log-level", "error");
    const agent = handMadeAgent("steady");
    const register = (at: ServerProcess) =>
      at.call("POST", "/v1/agents/register", { body: agent.registration });
    await register(first);
    const polls = [1, 2, 3].map(() => first.call("GET", `${agent.path}/plans?wait=60`));
    await expect
      .poll(
        async () =>
          (
            await first.call("POST", "/v1/agents/register", {
              body: handMadeAgent("steady").registration,
            })
          ).status,
      )
      .toBe(409);
    const startedMs = performance.now();
    expect(await first.stop()).toBe(0);
    // A server waits 10 s for requests that go on.
    expect(performance.now() - startedMs).toBeLessThan(9_000);
    expect((await Promise.all(polls)).map(({ status }) => status)).toEqual([204, 204, 204]);
    const second = await own.start("--no-local-agent", "--log-level", "error");
    expect((await register(second)).status).toBe(200);
  },
);
