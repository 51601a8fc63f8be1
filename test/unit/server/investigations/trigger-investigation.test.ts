import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { type InvestigationPage, TriggerResponse } from "../../../../src/contract/investigation.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const query = "who can become root?";

test("a question is stored, the runner notified, and the response is 202", async () => {
  const { call, store, runnerCalls, account } = await startTestServer();
  const { status, body } = await call("POST", "/v1/investigations", {
    json: { query: `  ${query} ` },
  });
  expect(status).toBe(202);
  expect(Value.Check(TriggerResponse, body)).toBe(true);
  expect(body.links).toEqual({
    self: `/v1/investigations/${body.investigation_id}`,
    cancel: `/v1/investigations/${body.investigation_id}`,
    stream: `/v1/investigations/${body.investigation_id}/stream`,
  });
  expect(body.freshness.mode).toBe("auto");
  expect(runnerCalls.wakes).toBe(1);
  const stored = await store.find("investigation", body.investigation_id);
  expect(stored?.record).toMatchObject({
    account_id: account.id,
    query,
    depth: "standard",
    mode: "auto",
    scope: { type: "selector", filter: {} },
    status: "queued",
    timeline: [{ seq: 1, type: "status", status: "queued" }],
  });
  const events = await store.page("event", {
    account: account.id,
    order: "newest_first",
    limit: 5,
  });
  expect(events.records.map(({ event }) => event.event_type)).toEqual(["investigation.queued"]);
});

test("a live question has no freshness", async () => {
  const { call } = await startTestServer();
  const { body } = await call("POST", "/v1/investigations", { json: { query, mode: "live" } });
  expect(body).not.toHaveProperty("freshness");
});

const accepted: [string, Record<string, unknown>][] = [
  ["2,000 characters beyond the basic plane", { query: "🔥".repeat(2000) }],
  ["2,000 characters in blanks", { query: ` ${"a".repeat(2000)}\n` }],
  ["64 KiB of SQL", { query: `SELECT 1 -- ${"x".repeat(65_524)}` }],
  ["an empty filter", { query, scope: { type: "selector", filter: {} } }],
  ["no filter", { query, scope: { type: "selector" } }],
  [
    "a tag with an empty value",
    { query, scope: { type: "selector", filter: { tags: { a: "" } } } },
  ],
];
test.each(accepted)("accepted: %s", async (_, json) => {
  const { call } = await startTestServer();
  expect(await call("POST", "/v1/investigations", { json })).toMatchObject({ status: 202 });
});

const missing = "missing_required_field";
const invalid = "validation_error";
const rejected: [string, unknown, string, string[]][] = [
  ["no query", {}, missing, ["query"]],
  ["no query and a bad depth", { depth: "x" }, missing, ["query", "depth"]],
  ["no scope type", { query, scope: {} }, missing, ["scope.type"]],
  ["a blank query", { query: " \n\t" }, invalid, ["query"]],
  ["2,001 characters", { query: "🔥".repeat(2001) }, invalid, ["query"]],
  ["SQL beyond 64 KiB", { query: `SELECT 1 -- ${"x".repeat(65_525)}` }, invalid, ["query"]],
  [
    "two statements of 3 kB",
    { query: `SELECT 1; SELECT '${"x".repeat(3000)}'` },
    invalid,
    ["query"],
  ],
  ["a query that is no text", { query: 7 }, invalid, ["query"]],
  ["null for the query", { query: null }, invalid, ["query"]],
  ["null for an optional field", { query, depth: null }, invalid, ["depth"]],
  ["null for the scope", { query, scope: null }, invalid, ["scope"]],
  ["an unknown field", { query, intervall: 1 }, invalid, ["intervall"]],
  [
    "an unknown nested field",
    { query, scope: { type: "selector", filter: { x: 1 } } },
    invalid,
    ["scope.filter.x"],
  ],
  ["a depth of another case", { query, depth: "Quick" }, invalid, ["depth"]],
  ["an unknown mode", { query, mode: "now" }, invalid, ["mode"]],
  ["another scope type", { query, scope: { type: "all" } }, invalid, ["scope.type"]],
  [
    "an age without unit",
    { query, scope: { type: "selector", filter: { last_seen_within: "15" } } },
    invalid,
    ["scope.filter.last_seen_within"],
  ],
  [
    "an age beyond all numbers",
    { query, scope: { type: "selector", filter: { last_seen_within: `${"9".repeat(30)}d` } } },
    invalid,
    ["scope.filter.last_seen_within"],
  ],
  [
    "a tag that is no text",
    { query, scope: { type: "selector", filter: { tags: { a: 1 } } } },
    invalid,
    ["scope.filter.tags.a"],
  ],
  [
    "an empty tag name",
    { query, scope: { type: "selector", filter: { tags: { "": "x" } } } },
    invalid,
    ["scope.filter.tags."],
  ],
  [
    "a line break in a tag name",
    { query, scope: { type: "selector", filter: { tags: { "a\nb": "x" } } } },
    invalid,
    ["scope.filter.tags.a\nb"],
  ],
  [
    "an agent id that is no text",
    { query, scope: { type: "selector", filter: { agent_ids: ["a", 5] } } },
    invalid,
    ["scope.filter.agent_ids.1"],
  ],
  ["an empty idempotency key", { query, idempotency_key: "" }, invalid, ["idempotency_key"]],
  [
    "a long idempotency key",
    { query, idempotency_key: "k".repeat(256) },
    invalid,
    ["idempotency_key"],
  ],
  ["a list for a body", [], invalid, [""]],
  ["null for a body", null, invalid, [""]],
  ["text for a body", "x", invalid, [""]],
];
test.each(rejected)("rejected: %s", async (_, json, error, paths) => {
  const { call, store } = await startTestServer();
  const { status, body } = await call("POST", "/v1/investigations", { json });
  expect(status).toBe(400);
  expect(body.error).toBe(error);
  const issuePaths = body.issues.map(({ path }: { path: string }) => path);
  expect(issuePaths.sort()).toEqual(paths.toSorted());
  expect((await store.statistics()).records.investigation ?? 0).toBe(0);
});

test("an idempotency key starts one investigation, from the header or the body", async () => {
  const { call } = await startTestServer();
  const first = await call("POST", "/v1/investigations", { json: { query, idempotency_key: "k" } });
  const again = await call("POST", "/v1/investigations", {
    json: { query },
    headers: { "idempotency-key": "k" },
  });
  expect(again).toMatchObject({ status: 202, body: first.body });
  const { body } = await call("GET", "/v1/investigations");
  expect((body as InvestigationPage).investigations).toHaveLength(1);
});

test("an idempotency key with another body is a conflict and starts nothing", async () => {
  const { call, store } = await startTestServer();
  const headers = { "idempotency-key": "k" };
  await call("POST", "/v1/investigations", { json: { query }, headers });
  const other = await call("POST", "/v1/investigations", { json: { query: "other" }, headers });
  expect(other).toMatchObject({ status: 409, body: { error: "idempotency_conflict" } });
  expect(other.body).not.toHaveProperty("issues");
  expect((await store.statistics()).records.investigation).toBe(1);
});

test("the order of fields doesn't change the body", async () => {
  const { call } = await startTestServer();
  const headers = { "idempotency-key": "k" };
  const a = await call("POST", "/v1/investigations", { json: { query, mode: "live" }, headers });
  const b = await call("POST", "/v1/investigations", { json: { mode: "live", query }, headers });
  expect(b.body).toEqual(a.body);
});

test("an idempotency key expires after 24 hours", async () => {
  const { call, clock } = await startTestServer();
  const trigger = () =>
    call("POST", "/v1/investigations", { json: { query }, headers: { "idempotency-key": "k" } });
  const first = await trigger();
  clock.ms += 24 * 3_600_000 - 1;
  expect((await trigger()).body.investigation_id).toBe(first.body.investigation_id);
  clock.ms += 1;
  expect((await trigger()).body.investigation_id).not.toBe(first.body.investigation_id);
});

test("two accounts can use the same idempotency key", async () => {
  const { call, services } = await startTestServer();
  const { createAccount } = await import("../../../../src/server/access/keys.ts");
  const other = await createAccount(services, "other");
  const options = { json: { query }, headers: { "idempotency-key": "k" } };
  const first = await call("POST", "/v1/investigations", options);
  const second = await call("POST", "/v1/investigations", { ...options, key: other.key.key });
  expect(second.status).toBe(202);
  expect(second.body.investigation_id).not.toBe(first.body.investigation_id);
});

test("different keys in header and body are rejected, equal ones accepted", async () => {
  const { call } = await startTestServer();
  const json = { query, idempotency_key: "a" };
  const differing = await call("POST", "/v1/investigations", {
    json,
    headers: { "idempotency-key": "b" },
  });
  expect(differing).toMatchObject({ status: 400, body: { issues: [{ path: "idempotency_key" }] } });
  const equal = await call("POST", "/v1/investigations", {
    json,
    headers: { "idempotency-key": "a" },
  });
  expect(equal.status).toBe(202);
});

test("twenty concurrent requests with one key start one investigation", async () => {
  const { call, store, runnerCalls } = await startTestServer();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      call("POST", "/v1/investigations", { json: { query }, headers: { "idempotency-key": "k" } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(answers.map(({ body }) => body.investigation_id)).size).toBe(1);
  expect((await store.statistics()).records).toMatchObject({ investigation: 1, event: 1 });
  expect(runnerCalls.wakes).toBe(1);
});
