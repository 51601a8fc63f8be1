import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { TagPolicy, TagPolicyPage } from "../../../../src/contract/tag-policy.ts";
import { createAccount } from "../../../../src/server/access/keys.ts";
import { agentRecord } from "../../../helpers/records.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const path = "/v1/tag-policies";
const prod = { name: "secrets stay", match: { env: "prod" } };

async function start() {
  const server = await startTestServer();
  const create = async (over: Record<string, unknown> = {}) =>
    (await server.call("POST", path, { json: { ...prod, ...over } })).body as TagPolicy;
  return { ...server, create };
}

test("creating a policy returns 201 with defaults for absent fields", async () => {
  const { call } = await start();
  const { status, body } = await call("POST", path, { json: prod });
  expect(status).toBe(201);
  expect([...Value.Errors(TagPolicy, body)]).toEqual([]);
  expect(body).toEqual({
    id: expect.stringMatching(/^pol_[0-9a-z]{26}$/),
    ...prod,
    deny_tables: [],
    criticality: "normal",
    snapshot_interval: null,
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:00.000Z",
  });
});

test("a policy is returned, updated field by field, and deleted", async () => {
  const { call, clock, create } = await start();
  const { id } = await create({ deny_tables: ["shadow", "shadow"], snapshot_interval: "5m" });
  expect((await call("GET", `${path}/${id}`)).body.deny_tables).toEqual(["shadow"]);
  clock.ms += 1000;
  const changed = await call("PATCH", `${path}/${id}`, { json: { criticality: "critical" } });
  expect(changed).toMatchObject({ status: 200, body: { ...prod, criticality: "critical" } });
  expect(changed.body).toMatchObject({
    deny_tables: ["shadow"],
    snapshot_interval: "5m",
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:01.000Z",
  });
  const cleared = { match: {}, deny_tables: [], snapshot_interval: null };
  const { body } = await call("PATCH", `${path}/${id}`, { json: cleared });
  expect(body).toMatchObject({ ...cleared, name: prod.name, criticality: "critical" });
  expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
  for (const method of ["GET", "PATCH", "DELETE"] as const) {
    const { status } = await call(method, `${path}/${id}`, method === "PATCH" ? { json: {} } : {});
    expect({ method, status }).toEqual({ method, status: 404 });
  }
});

test("the list is paged, oldest first, without repeating or skipping rows", async () => {
  const { call, create } = await start();
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.push((await create({ name })).id);
  const first = await call("GET", `${path}?limit=2`);
  expect([...Value.Errors(TagPolicyPage, first.body)]).toEqual([]);
  expect(first.body.policies.map(({ id }: TagPolicy) => id)).toEqual(ids.slice(0, 2));
  await call("DELETE", `${path}/${ids[0]}`);
  ids.push((await create({ name: "d" })).id);
  const second = await call("GET", `${path}?limit=2&cursor=${first.body.next_cursor}`);
  expect(second.body.policies.map(({ id }: TagPolicy) => id)).toEqual(ids.slice(2));
  expect(second.body.next_cursor).toBeNull();
});

test.each([
  [{}, "missing_required_field", ["match", "name"]],
  [{ name: "x" }, "missing_required_field", ["match"]],
  [{ ...prod, interval: "5m" }, "validation_error", ["interval"]],
  [{ ...prod, name: "" }, "validation_error", ["name"]],
  [{ ...prod, match: { env: 1 } }, "validation_error", ["match.env"]],
  [{ ...prod, match: { env: "x".repeat(256) } }, "validation_error", ["match.env"]],
  [{ ...prod, criticality: "severe" }, "validation_error", ["criticality"]],
  [{ ...prod, snapshot_interval: "59s" }, "validation_error", ["snapshot_interval"]],
  [{ ...prod, snapshot_interval: "8d" }, "validation_error", ["snapshot_interval"]],
  [{ ...prod, snapshot_interval: `${"9".repeat(40)}d` }, "validation_error", ["snapshot_interval"]],
  [{ ...prod, snapshot_interval: null }, "validation_error", ["snapshot_interval"]],
  [{ ...prod, deny_tables: ["users", "no_such"] }, "validation_error", ["deny_tables.1"]],
  [{ ...prod, deny_tables: ["Shadow"] }, "validation_error", ["deny_tables.0"]],
])("the policy %j is rejected with %s", async (json, error, paths) => {
  const { call } = await start();
  const { status, body } = await call("POST", path, { json });
  expect({ status, error: body.error }).toEqual({ status: 400, error });
  expect([...new Set(body.issues.map((issue: { path: string }) => issue.path))].sort()).toEqual(
    paths,
  );
  expect((await call("GET", path)).body.policies).toEqual([]);
});

test.each(["60s", "1m", "24h", "7d"])("a snapshot interval of %s is accepted", async (interval) => {
  const { create } = await start();
  expect((await create({ snapshot_interval: interval })).snapshot_interval).toBe(interval);
});

test("a mistyped table is rejected with a suggestion, also in an update", async () => {
  const { call, create } = await start();
  const { id } = await create({ deny_tables: ["users"] });
  const { status, body } = await call("PATCH", `${path}/${id}`, {
    json: { deny_tables: ["shadwo"] },
  });
  expect(status).toBe(400);
  expect(body.issues).toEqual([
    { path: "deny_tables.0", message: "no agent has a table shadwo; did you mean shadow?" },
  ]);
  expect((await call("GET", `${path}/${id}`)).body.deny_tables).toEqual(["users"]);
});

test("an invalid interval is one issue, also in an update", async () => {
  const { call, create } = await start();
  const { id } = await create();
  const { status, body } = await call("PATCH", `${path}/${id}`, {
    json: { snapshot_interval: "soon" },
  });
  expect(status).toBe(400);
  expect(body.issues).toEqual([
    { path: "snapshot_interval", message: "must be between 1m and 7d" },
  ]);
});

test("a table that only an agent knows can be denied", async () => {
  const { account, store, create } = await start();
  const record = agentRecord({
    id: `${account.id}/new`,
    account_id: account.id,
    agent_id: "new",
    tables: ["quantum_keys"],
  });
  await store.commit([{ type: "put", kind: "agent", record }]);
  expect((await create({ deny_tables: ["quantum_keys"] })).deny_tables).toEqual(["quantum_keys"]);
});

test("reading requires agents:read, changing agents:write", async () => {
  const { call, create, keyWith } = await start();
  const { id } = await create();
  const reader = await keyWith("agents:read");
  const writer = await keyWith("agents:write");
  const calls = [
    ["GET", path, reader, writer],
    ["GET", `${path}/${id}`, reader, writer],
    ["POST", path, writer, reader],
    ["PATCH", `${path}/${id}`, writer, reader],
    ["DELETE", `${path}/${id}`, writer, reader],
  ] as const;
  for (const [method, url, able, unable] of calls) {
    const json = method === "POST" || method === "PATCH" ? { json: prod } : {};
    expect((await call(method, url, { key: unable, ...json })).status).toBe(403);
    expect((await call(method, url, { key: able, ...json })).status).toBeLessThan(300);
  }
});

test("another account can neither read nor change a policy", async () => {
  const { call, create, services } = await start();
  const { id } = await create();
  const { key } = (await createAccount(services, "second")).key;
  expect((await call("GET", path, { key })).body.policies).toEqual([]);
  const absent = await call("GET", `${path}/pol_01hv3k6z5w9m4q8r7t2y1x0c3b`, { key });
  for (const method of ["GET", "PATCH", "DELETE"] as const) {
    const json = method === "PATCH" ? { json: { nonsense: 1 } } : {};
    const { status, body } = await call(method, `${path}/${id}`, { key, ...json });
    expect({ status, body }).toEqual({ status: 404, body: absent.body });
  }
  const cursor = Buffer.from("inv_01hv3k6z5w9m4q8r7t2y1x0c3b").toString("base64url");
  expect((await call("GET", `${path}?cursor=${cursor}`)).status).toBe(400);
});

test("every change reaches the account's agents", async () => {
  const { services, call, create } = await start();
  const notified: string[] = [];
  const { settingsChanged } = services.fleet;
  services.fleet.settingsChanged = async (accountId) => {
    notified.push(accountId);
    await settingsChanged(accountId);
  };
  const { id } = await create({ deny_tables: ["shadow"] });
  await call("PATCH", `${path}/${id}`, { json: { deny_tables: ["users"] } });
  await call("DELETE", `${path}/${id}`);
  expect(notified).toHaveLength(3);
});

test("concurrent changes are not lost", async () => {
  const { call, create } = await start();
  const { id } = await create();
  const patches = [{ name: "renamed" }, { criticality: "high" }, { snapshot_interval: "1h" }];
  await Promise.all(patches.map((json) => call("PATCH", `${path}/${id}`, { json })));
  expect((await call("GET", `${path}/${id}`)).body).toMatchObject(Object.assign({}, ...patches));
});
