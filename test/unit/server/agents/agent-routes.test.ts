import { Type } from "typebox";
import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { Agent } from "../../../../src/contract/agent.ts";
import { isoTime } from "../../../../src/core/clock.ts";
import type { AgentRecord } from "../../../../src/store/records.ts";
import { agentRecord } from "../../../helpers/records.ts";
import { startMs, startTestServer } from "../../../helpers/test-server.ts";

async function fleet(...agents: (Partial<AgentRecord> & { agent_id: string })[]) {
  const server = await startTestServer();
  const { id } = server.account;
  await server.store.commit(
    agents.map((over) => ({
      type: "put",
      kind: "agent",
      record: agentRecord({
        id: `${id}/${over.agent_id}`,
        account_id: id,
        last_heartbeat_at: isoTime(startMs),
        ...over,
      }),
    })),
  );
  const ids = async (query = "") =>
    (await server.call("GET", `/v1/agents${query}`)).body.map((agent: Agent) => agent.agent_id);
  return { ...server, ids };
}

test("the list of agents is a plain array", async () => {
  const { call } = await fleet({
    agent_id: "a",
    tables: ["users", "groups"],
    tags: { env: "prod" },
  });
  const { status, body, headers } = await call("GET", "/v1/agents");
  expect(status).toBe(200);
  expect([...Value.Errors(Type.Array(Agent), body)]).toEqual([]);
  expect(body).toMatchObject([{ agent_id: "a", status: "Connected", tables: 2 }]);
  expect(headers).not.toHaveProperty("x-next-cursor");
});

test("an agent is connected while it polls and for 90 s after its last request", async () => {
  const { call, clock, account, services } = await fleet(
    { agent_id: "heard" },
    { agent_id: "never", last_heartbeat_at: null },
    { agent_id: "polling", last_heartbeat_at: null },
  );
  const statuses = async () =>
    (await call("GET", "/v1/agents")).body.map((agent: Agent) => agent.status);
  const stop = new AbortController();
  const caller = { accountId: account.id, apiKeyHash: new Uint8Array(32) };
  const options = { waitMs: 60_000, signal: stop.signal };
  const polling = services.fleet.poll(caller, "polling", options);
  clock.ms += 89_999;
  await expect.poll(statuses).toEqual(["Connected", "Disconnected", "Connected"]);
  clock.ms += 1;
  expect(await statuses()).toEqual(["Disconnected", "Disconnected", "Connected"]);
  stop.abort();
  await polling;
  clock.ms += 90_000;
  expect(await statuses()).toEqual(["Disconnected", "Disconnected", "Disconnected"]);
});

test("an agent is returned by its id, and its tags are replaced as a whole", async () => {
  const { call } = await fleet({ agent_id: "a", tags: { env: "prod", web: "true" } });
  const shown = await call("GET", "/v1/agents/a");
  expect([...Value.Errors(Agent, shown.body)]).toEqual([]);
  expect(shown.body).toEqual((await call("GET", "/v1/agents")).body[0]);
  const patched = await call("PATCH", "/v1/agents/a", { json: { tags: { env: "dev" } } });
  expect(patched).toMatchObject({ status: 200, body: { ...shown.body, tags: { env: "dev" } } });
  expect(patched.body.tags).toEqual({ env: "dev" });
  const untouched = await call("PATCH", "/v1/agents/a", { json: {} });
  expect(untouched).toMatchObject({ status: 200, body: patched.body });
  const bad = await call("PATCH", "/v1/agents/a", { json: { hostname: "x" } });
  expect(bad).toMatchObject({ status: 400, body: { issues: [{ path: "hostname" }] } });
});

test("an agent lists the policies that match its tags, oldest first", async () => {
  const { call } = await fleet(
    { agent_id: "a", tags: { env: "prod", web: "true" } },
    { agent_id: "b", tags: {} },
  );
  const make = async (match: Record<string, string>) =>
    (await call("POST", "/v1/tag-policies", { json: { name: "p", match } })).body.id;
  const [everyone, prod, web] = [
    await make({}),
    await make({ env: "prod" }),
    await make({ web: "1" }),
  ];
  const linked = async () => (await call("GET", "/v1/agents")).body.map((a: Agent) => a.policies);
  expect(await linked()).toEqual([[everyone, prod], [everyone]]);
  await call("PATCH", "/v1/agents/b", { json: { tags: { web: "1" } } });
  expect(await linked()).toEqual([
    [everyone, prod],
    [everyone, web],
  ]);
  expect((await call("GET", "/v1/agents/b")).body.policies).toEqual([everyone, web]);
});

test("deleting an agent affects no other agent", async () => {
  const { call, ids } = await fleet({ agent_id: "a" }, { agent_id: "b" });
  expect((await call("DELETE", "/v1/agents/a")).status).toBe(204);
  expect(await ids()).toEqual(["b"]);
  for (const method of ["GET", "PATCH", "DELETE"] as const)
    expect((await call(method, "/v1/agents/a", { json: {} })).status).toBe(404);
});

test("filters apply across pages, and every page but the last is full", async () => {
  const { call, ids } = await fleet(
    { agent_id: "a", tags: { env: "prod", web: "true" } },
    { agent_id: "b", tags: { env: "dev" } },
    { agent_id: "c", tags: { env: "prod" } },
    { agent_id: "d", tags: { env: "dev" } },
    { agent_id: "e", tags: { env: "prod" }, last_heartbeat_at: null },
  );
  expect(await ids("?tag=env%3Dprod")).toEqual(["a", "c", "e"]);
  expect(await ids("?tag=env%3Dprod&tag=web")).toEqual(["a"]);
  expect(await ids("?tag=env%3Dprod&status=Disconnected")).toEqual(["e"]);
  const first = await call("GET", "/v1/agents?tag=env%3Dprod&limit=2");
  expect(first.body.map((agent: Agent) => agent.agent_id)).toEqual(["a", "c"]);
  const cursor = first.headers["x-next-cursor"];
  expect(await ids(`?tag=env%3Dprod&limit=2&cursor=${cursor}`)).toEqual(["e"]);
});

test.each(["limit=0", "limit=1001", "cursor=x", "cursor=", "status=connected", "tag="])(
  "GET /v1/agents?%s is rejected",
  async (query) => {
    const { call } = await fleet();
    const { status, body } = await call("GET", `/v1/agents?${query}`);
    expect(status).toBe(400);
    expect(body.error).toBe("validation_error");
  },
);

test("another account's agents are not listed, and its cursor is rejected", async () => {
  const { ids, call } = await fleet({ agent_id: "b", id: "acc_2/b", account_id: "acc_2" });
  expect(await ids()).toEqual([]);
  const cursor = Buffer.from("acc_2/b").toString("base64url");
  expect((await call("GET", `/v1/agents?cursor=${cursor}`)).status).toBe(400);
});
