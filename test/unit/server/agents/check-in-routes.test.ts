import { createHash } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import fc from "fast-check";
import { expect, test } from "vitest";
import { settingsHeader } from "../../../../src/contract/agent.ts";
import { createAccount } from "../../../../src/server/access/keys.ts";
import type { App } from "../../../../src/server/http/request-context.ts";
import { listen } from "../../../../src/server/listen.ts";
import { type HandMadeAgent, handMadeAgent, planIn } from "../../../helpers/hand-made-agent.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const statements = [{ id: "a", sql: "SELECT 1", max_rows: 10, timeout_ms: 1000 }];
const oneRow = () => ({ columns: ["n"], rows: [[1]] });

async function serverWith(...agents: HandMadeAgent[]) {
  const server = await startTestServer();
  const { call, services, account, clock } = server;
  for (const { registration } of agents)
    await call("POST", "/v1/agents/register", { json: registration });
  const poll = ({ path }: HandMadeAgent, wait = 60) => call("GET", `${path}/plans?wait=${wait}`);
  const ask = async ({ agentId }: HandMadeAgent, over = {}) => {
    const agent = await services.fleet.find(account.id, agentId);
    const { signal } = new AbortController();
    const asked = statements.map((statement) => ({ ...statement, ...over }));
    const terms = { investigationId: "inv_1", statements: asked, timeoutMs: 60_000, signal };
    return services.fleet.ask({ agent: agent!, ...terms });
  };
  /** An agent with an open poll is connected, however old its last request is. */
  const pollIsOpen = async ({ agentId }: HandMadeAgent) => {
    const agent = await services.fleet.find(account.id, agentId);
    clock.ms += 90_000;
    await expect.poll(() => services.fleet.isConnected(agent!), { interval: 5 }).toBe(true);
  };
  const answer = ({ path }: HandMadeAgent, planId: string, json: unknown) =>
    call("POST", `${path}/plans/${planId}/results`, { json });
  return { ...server, poll, ask, answer, pollIsOpen };
}

test("registering an agent lists it at once; registering again updates it", async () => {
  const web = handMadeAgent("web-1", { tags: { env: "prod" } });
  const { call } = await startTestServer();
  const first = await call("POST", "/v1/agents/register", { json: web.registration });
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    agent_id: "web-1",
    wait_seconds: 60,
    snapshot_interval_seconds: 900,
    denied_tables: [],
    revision: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect((await call("GET", "/v1/agents")).body).toMatchObject([
    { agent_id: "web-1", status: "Connected", tags: { env: "prod" }, tables: 1 },
  ]);
  const again = await call("POST", "/v1/agents/register", { json: web.registration });
  expect(again).toMatchObject({ status: 200, body: first.body });
});

test("a heartbeat updates facts and returns the settings", async () => {
  const web = handMadeAgent("web-1");
  const { call } = await serverWith(web);
  const json = { addresses: ["192.0.2.9"], os_version: "13" };
  const heard = await call("POST", `${web.path}/heartbeat`, { json });
  expect(heard).toMatchObject({ status: 202, body: { agent_id: "web-1" } });
  expect((await call("GET", web.path)).body).toMatchObject({ ...json, hostname: "web-1" });
  expect((await call("POST", `${web.path}/heartbeat`)).status).toBe(202);
});

test("a poll without plans is 204 with the settings' revision", async () => {
  const web = handMadeAgent("web-1");
  const { call, poll } = await serverWith(web);
  const { body: settings } = await call("POST", `${web.path}/heartbeat`, { json: {} });
  const { status, headers, text } = await poll(web, 0);
  expect({ status, text }).toEqual({ status: 204, text: "" });
  expect(headers[settingsHeader]).toBe(settings.revision);
});

test("a change of settings ends an open poll with the new revision", async () => {
  const web = handMadeAgent("web-1", { tags: { env: "prod" } });
  const { call, poll, pollIsOpen } = await serverWith(web);
  const { body: before } = await call("POST", `${web.path}/heartbeat`, { json: {} });
  const open = poll(web);
  await pollIsOpen(web);
  const policy = { name: "secrets stay", match: { env: "prod" }, deny_tables: ["shadow"] };
  await call("POST", "/v1/tag-policies", { json: policy });
  const { status, headers } = await open;
  expect(status).toBe(204);
  expect(headers[settingsHeader]).not.toBe(before.revision);
  const { body: after } = await call("POST", `${web.path}/heartbeat`, { json: {} });
  expect(after).toMatchObject({
    revision: headers[settingsHeader],
    denied_tables: ["shadow"],
  });
});

test("a plan ends an open poll at once, and its receipt is accepted once", async () => {
  const web = handMadeAgent("web-1");
  const { poll, ask, answer, pollIsOpen } = await serverWith(web);
  const open = poll(web);
  await pollIsOpen(web);
  const asked = ask(web);
  const { status, body } = await open;
  expect(status).toBe(200);
  const plan = planIn(body.plans[0]);
  expect(plan).toMatchObject({ agent_id: "web-1", statements });
  const receipt = web.answer(plan, oneRow);
  const outcomes = [];
  for (let time = 0; time < 2; time++) outcomes.push(await answer(web, plan.plan_id, receipt));
  expect(outcomes).toMatchObject([
    { status: 202, body: { plan_id: plan.plan_id, status: "accepted" } },
    { status: 202, body: { plan_id: plan.plan_id, status: "duplicate" } },
  ]);
  expect(await asked).toMatchObject({ ok: true, result: { results: [{ rows: [[1]] }] } });
});

test("an agent can't answer another agent's plan", async () => {
  const [web, db] = [handMadeAgent("web-1"), handMadeAgent("db-1")];
  const { poll, ask, answer } = await serverWith(web, db);
  const asked = ask(web);
  const plan = planIn((await poll(web)).body.plans[0]);
  const receipt = web.answer(plan, oneRow);
  expect((await answer(db, plan.plan_id, receipt)).status).toBe(404);
  expect((await answer(db, "pln_x", receipt)).status).toBe(404);
  const claimed = await answer(
    db,
    plan.plan_id,
    db.answer(plan, () => ({ columns: [], rows: [] })),
  );
  expect(claimed.body).not.toMatchObject({ status: "accepted" });
  expect(await answer(web, plan.plan_id, receipt)).toMatchObject({ body: { status: "accepted" } });
  expect(await asked).toMatchObject({ ok: true, result: { results: [{ rows: [[1]] }] } });
});

const altered: [string, (receipt: { payload: string; signature: string }) => unknown][] = [
  ["altered", ({ payload, signature }) => ({ payload: `${payload.slice(0, -4)}AAAA`, signature })],
  ["without a signature", ({ payload }) => ({ payload })],
  ["with a field too many", (receipt) => ({ ...receipt, extra: 1 })],
  ["of another kind", () => ["x"]],
  ["empty", () => ({})],
];
test.each(altered)("a receipt %s is rejected and fails the plan", async (_, alter) => {
  const web = handMadeAgent("web-1");
  const { poll, ask, answer } = await serverWith(web);
  const asked = ask(web);
  const plan = planIn((await poll(web)).body.plans[0]);
  const rejected = await answer(web, plan.plan_id, alter(web.answer(plan, oneRow)));
  expect(rejected.status).toBe(400);
  expect(await asked).toMatchObject({ ok: false, reason: "error" });
  // The rejected receipt ended the plan: a valid one is late.
  const late = await answer(web, plan.plan_id, web.answer(plan, oneRow));
  expect(late.body).toMatchObject({ status: "late" });
});

test("the response to a snapshot names the tables with missing rows", async () => {
  const [web, db] = [handMadeAgent("web-1"), handMadeAgent("db-1")];
  const { call } = await serverWith(web, db);
  const sha256 = createHash("sha256").update('[{"username":"root"}]').digest("hex");
  const rows = [{ username: "root" }];
  const snapshot = (table: object) => ({
    agent_id: "web-1",
    collected_at: "2026-11-01T00:00:00.000Z",
    tables: { users: { sha256, gaps: [], ...table } },
  });
  const send = (json: unknown) => call("PUT", `${web.path}/snapshots`, { json });
  const hashAlone = web.sign(snapshot({}));
  expect(await send(hashAlone)).toMatchObject({ status: 202, body: { missing: ["users"] } });
  expect(await send(web.sign(snapshot({ rows })))).toMatchObject({ body: { missing: [] } });
  expect(await send(hashAlone)).toMatchObject({ status: 202, body: { missing: [] } });

  const forged = await send(db.sign(snapshot({})));
  expect(forged).toMatchObject({ status: 400, body: { issues: [{ path: "signature" }] } });
  const unsigned = await send({ payload: hashAlone.payload });
  expect(unsigned).toMatchObject({ body: { error: "missing_required_field" } });
  const another = await call("PUT", `${db.path}/snapshots`, { json: db.sign(snapshot({})) });
  expect(another).toMatchObject({ status: 400, body: { issues: [{ path: "payload" }] } });
});

test.each([
  ["an hour ahead", "2026-11-01T01:00:00Z", "2026-11-01T00:00:00.000Z"],
  ["an hour behind", "2026-10-31T23:00:00.000Z", "2026-10-31T23:00:00.000Z"],
  ["in another zone", "2026-11-01T01:00:00+02:00", "2026-10-31T23:00:00.000Z"],
  ["beyond all years", "+275760-09-13", "2026-11-01T00:00:00.000Z"],
  ["before all years", "-271821-04-20", "1970-01-01T00:00:00.000Z"],
])("a snapshot from a clock %s is dated no later than now, in UTC", async (_, reported, stored) => {
  const web = handMadeAgent("web-1");
  const { call, store, account } = await serverWith(web);
  const users = { sha256: "0".repeat(64), rows: [], gaps: [] };
  const json = web.sign({ agent_id: "web-1", collected_at: reported, tables: { users } });
  expect((await call("PUT", `${web.path}/snapshots`, { json })).status).toBe(202);
  const record = (await store.find("snapshot", `${account.id}/web-1`))?.record;
  expect(record?.collected_at).toBe(stored);
});

test("two accounts can use the same agent id without seeing each other's agent", async () => {
  const web = handMadeAgent("web-1");
  const { call, services } = await serverWith(web);
  const { key } = (await createAccount(services, "other")).key;
  const paths: [method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string][] = [
    ["GET", "/v1/agents/web-1"],
    ["PATCH", "/v1/agents/web-1"],
    ["DELETE", "/v1/agents/web-1"],
    ["POST", "/v1/agents/web-1/heartbeat"],
    ["GET", "/v1/agents/web-1/plans"],
    ["POST", "/v1/agents/web-1/plans/pln_x/results"],
    ["PUT", "/v1/agents/web-1/snapshots"],
  ];
  const absent = await call("GET", "/v1/agents/nobody", { key });
  for (const [method, path] of paths) {
    // The 404 precedes the validation of the body.
    const { status, body } = await call(method, path, { key, json: { bad: true } });
    expect({ path, status, body }).toEqual({ path, status: 404, body: absent.body });
  }
  const json = handMadeAgent("web-1").registration;
  expect((await call("POST", "/v1/agents/register", { key, json })).status).toBe(201);
  expect((await call("DELETE", "/v1/agents/web-1", { key })).status).toBe(204);
  expect((await call("GET", "/v1/agents/web-1")).body).toMatchObject({ agent_id: "web-1" });
});

test("deleting an agent ends its poll, and its next poll is a 404", async () => {
  const web = handMadeAgent("web-1");
  const { call, poll, pollIsOpen } = await serverWith(web);
  const open = poll(web);
  await pollIsOpen(web);
  expect((await call("DELETE", web.path)).status).toBe(204);
  expect((await open).status).toBe(404);
  expect((await poll(web)).status).toBe(404);
  expect((await call("GET", "/v1/agents")).body).toEqual([]);
});

test("deleting an agent deletes its snapshot", async () => {
  const web = handMadeAgent("web-1");
  const { call } = await serverWith(web);
  const users = { sha256: createHash("sha256").update("[]").digest("hex"), gaps: [] };
  const send = async (table: object) => {
    const collected_at = "2026-11-01T00:00:00.000Z";
    const json = web.sign({ agent_id: "web-1", collected_at, tables: { users: table } });
    return (await call("PUT", `${web.path}/snapshots`, { json })).body;
  };
  await send({ ...users, rows: [] });
  expect(await send(users)).toEqual({ missing: [] });
  await call("DELETE", web.path);
  await call("POST", "/v1/agents/register", { json: web.registration });
  expect(await send(users)).toEqual({ missing: ["users"] });
});

const refusedFacts: [string, object, string][] = [
  ["an unknown field", { hostnam: "x" }, "hostnam"],
  ["no text for a host name", { hostname: 7 }, "hostname"],
  ["a key of another length", { public_key: "AAAA" }, "public_key"],
  ["a table that is none", { tables: ["users; --"] }, "tables.0"],
  ["65 tags", { tags: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [n, ""])) }, "tags"],
  ["a tag of half a megabyte", { tags: { env: "x".repeat(1 << 19) } }, "tags.env"],
  ["a tag without a name", { tags: { "": "x" } }, "tags."],
  ["an id that no URL can end in", { agent_id: ".." }, "agent_id"],
  ["half a character as id", { agent_id: "\ud800" }, "agent_id"],
  ["no id", { agent_id: "" }, "agent_id"],
  ["an id too long", { agent_id: "x".repeat(256) }, "agent_id"],
];
test.each(refusedFacts)(
  "registering with %s is rejected and stores nothing",
  async (_, over, path) => {
    const { call } = await startTestServer();
    const json = { ...handMadeAgent("web-1").registration, ...over };
    const { status, body } = await call("POST", "/v1/agents/register", { json });
    expect({ status, paths: body.issues.map((issue: { path: string }) => issue.path) }).toEqual({
      status: 400,
      paths: expect.arrayContaining([path]),
    });
    expect((await call("GET", "/v1/agents")).body).toEqual([]);
  },
);

test("a tag of 1 MB exceeds the body limit", async () => {
  const { call } = await startTestServer();
  const json = { ...handMadeAgent("web-1").registration, tags: { env: "x".repeat(1 << 20) } };
  expect(await call("POST", "/v1/agents/register", { json })).toMatchObject({
    status: 413,
    body: { error: "payload_too_large" },
  });
});

test("an agent with any valid id can be addressed by it", async () => {
  const { call } = await startTestServer();
  const agentId = fc
    .string({ unit: "binary", minLength: 1, maxLength: 255 })
    .filter((id) => id !== "." && id !== "..");
  await fc.assert(
    fc.asyncProperty(agentId, async (id) => {
      const agent = handMadeAgent(id);
      const json = agent.registration;
      expect((await call("POST", "/v1/agents/register", { json })).status).toBe(201);
      expect((await call("GET", agent.path)).body).toMatchObject({ agent_id: id });
      expect((await call("GET", `${agent.path}/plans?wait=0`)).status).toBe(204);
      expect((await call("DELETE", agent.path)).status).toBe(204);
    }),
    { numRuns: 50, examples: [["a/b"], ["%2F"], ["😀".repeat(255)], ["register"], ["\0"], ["é"]] },
  );
});

test.each(["wait=61", "wait=-1", "wait=1.5", "wait=", "wait=1&wait=2", "waits=1"])(
  "a poll with ?%s is rejected",
  async (query) => {
    const web = handMadeAgent("web-1");
    const { call } = await serverWith(web);
    const { status } = await call("GET", `${web.path}/plans?${query}`);
    expect(status).toBe(400);
  },
);

/** A poll on its own connection. */
async function pollOverHttp(app: App, { path }: HandMadeAgent, key: string) {
  const url = await listen(app, { host: "127.0.0.1", port: 0 });
  const polling = request(`${url}${path}/plans`, { headers: { authorization: `Bearer ${key}` } });
  polling.on("error", () => {});
  polling.end();
  return polling;
}

test("plans of a poll with a lost connection go to the next poll", async () => {
  const web = handMadeAgent("web-1");
  const { app, account, services, ask, poll, answer } = await serverWith(web);
  const { fleet } = services;
  const polling = await pollOverHttp(app, web, account.key.key);
  const plansMade = new Promise<void>((resolve) => {
    const original = fleet.poll;
    // The connection closes while the response is prepared.
    fleet.poll = async (caller, agentId, options) => {
      fleet.poll = original;
      const polled = await original(caller, agentId, options);
      resolve();
      await once(options.signal, "abort");
      return polled;
    };
  });
  const asked = ask(web);
  await plansMade;
  polling.destroy();
  const plan = planIn((await poll(web)).body.plans[0]);
  await answer(web, plan.plan_id, web.answer(plan, oneRow));
  expect(await asked).toMatchObject({ ok: true });
});

test("plans of a response that broke off go to the next poll", async () => {
  const web = handMadeAgent("web-1");
  const { app, account, ask, poll, answer } = await serverWith(web);
  const polling = await pollOverHttp(app, web, account.key.key);
  // Larger than the buffers of a connection, and the client reads nothing.
  const asked = ask(web, { sql: `SELECT '${"x".repeat(20 << 20)}'` });
  const [response] = await once(polling, "response");
  response.destroy();
  const plan = planIn((await poll(web)).body.plans[0]);
  await answer(web, plan.plan_id, web.answer(plan, oneRow));
  expect(await asked).toMatchObject({ ok: true });
});

test("a stopping server ends every poll at once", async () => {
  const agents = ["a", "b", "c"].map((id) => handMadeAgent(id));
  const { app, poll, pollIsOpen } = await serverWith(...agents);
  const open = agents.map((agent) => poll(agent));
  for (const agent of agents) await pollIsOpen(agent);
  await app.close();
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual([204, 204, 204]);
});

const facts = fc.record(
  {
    hostname: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
    tags: fc.oneof(fc.dictionary(fc.string({ unit: "binary" }), fc.string()), fc.jsonValue()),
    addresses: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
    tables: fc.oneof(fc.array(fc.constantFrom("users", "x'", "")), fc.jsonValue()),
    pinned_key_id: fc.oneof(fc.stringMatching(/^[0-9a-f]{16}$/), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const table = fc.record(
  {
    sha256: fc.oneof(fc.constant("0".repeat(64)), fc.jsonValue()),
    rows: fc.oneof(fc.array(fc.dictionary(fc.string(), fc.string())), fc.jsonValue()),
    gaps: fc.oneof(fc.constant([]), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const snapshot = fc.record({
  agent_id: fc.oneof({ weight: 5, arbitrary: fc.constant("web-1") }, fc.jsonValue()),
  collected_at: fc.oneof(
    fc.constantFrom("2026-11-01T00:00:00Z", "-271821-04-20T00:00:00Z", "+275760-09-13"),
    fc.jsonValue(),
  ),
  tables: fc.oneof(
    fc.dictionary(fc.oneof(fc.constantFrom("users", "__proto__"), fc.string()), table),
    fc.jsonValue(),
  ),
});

test("any signed input of an agent is accepted or rejected without a server error", async () => {
  const web = handMadeAgent("web-1");
  const { call } = await serverWith(web);
  const heartbeat = facts.map((json) => ["POST", `${web.path}/heartbeat`, json] as const);
  const signed = fc.oneof(snapshot, fc.jsonValue()).map((value) => web.sign(value));
  const snapshots = signed.map((json) => ["PUT", `${web.path}/snapshots`, json] as const);
  const receipt = signed.map((json) => ["POST", `${web.path}/plans/x/results`, json] as const);
  await fc.assert(
    fc.asyncProperty(fc.oneof(heartbeat, snapshots, receipt), async ([method, path, json]) => {
      const { status } = await call(method, path, { json });
      expect([202, 400, 404]).toContain(status);
    }),
    { numRuns: 500 },
  );
  expect((await call("GET", "/v1/agents")).status).toBe(200);
});
