import { expect, test } from "vitest";
import { startScheduler } from "../../../../src/curiosity/scheduler.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const daily = { query: "which users have uid 0?", interval: "24h" };

test("an item is created with all fields and runs at once", async () => {
  const { call } = await startTestServer();
  const { status, body } = await call("POST", "/v1/curiosity", { json: daily });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^cur_[0-9a-z]{26}$/),
    ...daily,
    scope: { type: "selector", filter: {} },
    depth: "standard",
    active: true,
    first_run_at: "2026-11-01T00:00:00.000Z",
    next_run_at: "2026-11-01T00:00:00.000Z",
    last_run_at: null,
    last_investigation_id: null,
    last_status: null,
    run_count: 0,
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:00.000Z",
  });
  expect((await call("GET", `/v1/curiosity/${body.id}`)).body).toEqual(body);
});

test("missing, unknown and invalid fields are reported with their path", async () => {
  const { call } = await startTestServer();
  const issuesOf = async (json: unknown) => {
    const { status, body } = await call("POST", "/v1/curiosity", { json });
    expect(status).toBe(400);
    return body.issues.map(({ path }: { path: string }) => path);
  };
  expect(await issuesOf({})).toEqual(["query", "interval"]);
  expect(await issuesOf({ ...daily, intervall: "1h" })).toEqual(["intervall"]);
  for (const interval of ["30s", "366d", "0h", "1w", "-1h", "1.5h", "", `${"9".repeat(20)}d`]) {
    expect(await issuesOf({ ...daily, interval })).toEqual(["interval"]);
  }
  for (const first_run_at of ["2026-02-30T00:00:00Z", "tomorrow", "2026-12-31T23:59:60Z"]) {
    expect(await issuesOf({ ...daily, first_run_at })).toEqual(["first_run_at"]);
  }
  expect(await issuesOf({ ...daily, active: null })).toEqual(["active"]);
});

test("the server's shortest interval applies", async () => {
  const { call } = await startTestServer({ minCuriosityIntervalMs: 3_600_000 });
  const rejected = await call("POST", "/v1/curiosity", { json: { ...daily, interval: "59m" } });
  expect(rejected.body.issues).toEqual([{ path: "interval", message: "must be at least 1h" }]);
  const { body } = await call("POST", "/v1/curiosity", { json: { ...daily, interval: "60m" } });
  const patched = await call("PATCH", `/v1/curiosity/${body.id}`, { json: { interval: "1m" } });
  expect(patched.status).toBe(400);
});

test("an item with a calendar runs at its times, first at the next one", async () => {
  const { call } = await startTestServer();
  const calendar = { on: "weekday", at: "06:00", time_zone: "Europe/Berlin" };
  const { status, body } = await call("POST", "/v1/curiosity", { json: { ...daily, calendar } });
  expect(status).toBe(201);
  expect(body).toMatchObject({ calendar, next_run_at: "2026-11-02T05:00:00.000Z" });
  const patched = await call("PATCH", `/v1/curiosity/${body.id}`, { json: { interval: "12h" } });
  expect(patched.body).not.toHaveProperty("calendar");
});

test("a calendar that doesn't exist is rejected, or that runs more often than the server allows", async () => {
  const { call } = await startTestServer({ minCuriosityIntervalMs: 7 * 86_400_000 });
  const issuesOf = async (calendar: unknown) => {
    const json = { query: "which users have uid 0?", interval: "7d", calendar };
    const { body } = await call("POST", "/v1/curiosity", { json });
    return body.issues?.map(({ path }: { path: string }) => path);
  };
  expect(await issuesOf({ on: "monday", at: "06:00" })).toBeUndefined();
  expect(await issuesOf({ on: "day", at: "06:00" })).toEqual(["calendar"]);
  expect(await issuesOf({ on: "fortnight", at: "6 am", time_zone: "Berlin" })).toEqual([
    "calendar.on",
    "calendar.at",
    "calendar.time_zone",
  ]);
  expect(await issuesOf(null)).toEqual(["calendar"]);
});

test("the list is paged, the next run first and paused items last", async () => {
  const { call } = await startTestServer();
  const add = async (over: object) =>
    (await call("POST", "/v1/curiosity", { json: { ...daily, ...over } })).body.id;
  const late = await add({ first_run_at: "2026-11-05T00:00:00Z" });
  const paused = await add({ active: false });
  const early = await add({ first_run_at: "2026-11-02T01:00:00+01:00" });
  const now = await add({});
  const ancient = await add({ first_run_at: "1969-07-20T20:17:40Z" });
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await call("GET", `/v1/curiosity?limit=1${cursor && `&cursor=${cursor}`}`);
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  expect(ids).toEqual([ancient, now, early, late, paused]);
  expect((await call("GET", "/v1/curiosity?cursor=nonsense")).body.issues[0].path).toBe("cursor");
});

test("pausing clears the next run, and resuming sets it again", async () => {
  const { call, clock } = await startTestServer();
  const { body } = await call("POST", "/v1/curiosity", { json: daily });
  const path = `/v1/curiosity/${body.id}`;
  const paused = await call("PATCH", path, { json: { active: false } });
  expect(paused.body).toMatchObject({ active: false, next_run_at: null });
  clock.ms += 1_000;
  const resumed = await call("PATCH", path, { json: { active: true } });
  expect(resumed.body).toMatchObject({
    next_run_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:01.000Z",
  });
});

test("another account's item and a deleted item are not found", async () => {
  const { call, services } = await startTestServer();
  const { createAccount } = await import("../../../../src/server/access/keys.ts");
  const other = await createAccount(services, "other");
  const { body } = await call("POST", "/v1/curiosity", { json: daily });
  const path = `/v1/curiosity/${body.id}`;
  for (const method of ["GET", "PATCH", "DELETE"] as const) {
    const json = method === "PATCH" ? { json: { active: false } } : {};
    expect((await call(method, path, { key: other.key.key, ...json })).status).toBe(404);
  }
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("DELETE", path)).status).toBe(404);
});

test("each operation requires its scope", async () => {
  const { call, keyWith } = await startTestServer();
  const key = await keyWith("curiosity:read");
  expect((await call("GET", "/v1/curiosity", { key })).status).toBe(200);
  const rejected = await call("POST", "/v1/curiosity", { key, json: daily });
  expect(rejected).toMatchObject({ status: 403, body: { missing_scope: "curiosity:write" } });
});

test("an item with a running investigation has its current status", async () => {
  const { call, store, services } = await startTestServer();
  const { queueInvestigation } = await import(
    "../../../../src/server/investigations/trigger-investigation.ts"
  );
  const { body } = await call("POST", "/v1/curiosity", { json: daily });
  const scheduler = await startScheduler({
    store,
    clock: services.clock,
    worker: "test",
    async trigger({ account_id: accountId, id: itemId, query }, join) {
      const trigger = { accountId, request: { query }, curiosity: { itemId, comparedWith: null } };
      const started = await queueInvestigation(services, trigger, ({ record }) =>
        join({ investigationId: record.id, nowMs: Date.parse(record.started_at) }),
      );
      return started.ok;
    },
    onError: (error) => {
      throw error;
    },
  });
  await scheduler.settled();
  await scheduler.stop();
  const item = (await call("GET", `/v1/curiosity/${body.id}`)).body;
  expect(item).toMatchObject({
    run_count: 1,
    last_status: "queued",
    last_run_at: "2026-11-01T00:00:00.000Z",
    next_run_at: "2026-11-02T00:00:00.000Z",
  });
  const run = await call("GET", `/v1/investigations/${item.last_investigation_id}`);
  expect(run.body).toMatchObject({ curiosity_id: body.id, changes: null });
});
