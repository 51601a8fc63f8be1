import { Value } from "typebox/value";
import { expect, test } from "vitest";
import {
  Subscription,
  SubscriptionPage,
  type SubscriptionWithSecret,
} from "../../../../src/contract/webhook.ts";
import { createAccount } from "../../../../src/server/access/keys.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const path = "/v1/webhooks/subscriptions";
const wanted = { url: "https://receiver.example/hook", events: ["finding.discovered"] };

async function start() {
  const server = await startTestServer();
  const create = async (over: Record<string, unknown> = {}) =>
    (await server.call("POST", path, { json: { ...wanted, ...over } }))
      .body as SubscriptionWithSecret;
  return { ...server, create };
}

test("creating a subscription returns 201 with defaults and a generated secret", async () => {
  const { call } = await start();
  const { status, body } = await call("POST", path, { json: wanted });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^sub_[0-9a-z]{26}$/),
    ...wanted,
    filters: {},
    active: true,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{44}$/),
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:00.000Z",
  });
  const another = await call("POST", path, { json: wanted });
  expect(another.body.secret).not.toBe(body.secret);
});

test("a subscription can be created with a secret, filters and paused", async () => {
  const { create } = await start();
  const given = {
    url: "https://receiver.example:8443/a?b=c#d",
    events: ["*"],
    filters: { min_severity: "high", tags: { env: "prod" } },
    active: false,
    secret: `whsec_${Buffer.alloc(24, 7).toString("base64")}`,
  };
  expect(await create(given)).toMatchObject(given);
});

test("only the response that set a secret contains it", async () => {
  const { call, create } = await start();
  const { id, secret } = await create();
  const one = await call("GET", `${path}/${id}`);
  const page = await call("GET", path);
  const changed = await call("PATCH", `${path}/${id}`, { json: { active: false } });
  for (const { status, text } of [one, page, changed]) {
    expect(status).toBe(200);
    expect(text).not.toContain("secret");
    expect(text).not.toContain(secret);
  }
  expect([...Value.Errors(Subscription, one.body)]).toEqual([]);
  expect([...Value.Errors(SubscriptionPage, page.body)]).toEqual([]);
});

test("a subscription is updated field by field, paused, resumed and deleted", async () => {
  const { call, clock, create } = await start();
  const { id, secret: _, ...before } = await create({ filters: { min_severity: "high" } });
  clock.ms += 1000;
  const patch = async (json: unknown) => {
    const { status, body } = await call("PATCH", `${path}/${id}`, { json });
    expect(status).toBe(200);
    return body;
  };
  expect(await patch({ active: false })).toEqual({
    ...before,
    id,
    active: false,
    updated_at: "2026-11-01T00:00:01.000Z",
  });
  expect(await patch({ active: true, events: ["*"] })).toMatchObject({ events: ["*"] });
  expect(await patch({ filters: { tags: { env: "prod" } } })).toMatchObject({
    filters: { tags: { env: "prod" } },
  });
  expect((await patch({ filters: {} })).filters).toEqual({});
  expect((await patch({ url: "https://other.example/" })).url).toBe("https://other.example/");
  expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
  for (const [method, url] of [
    ["GET", `${path}/${id}`],
    ["PATCH", `${path}/${id}`],
    ["DELETE", `${path}/${id}`],
    ["POST", `${path}/${id}/test`],
  ] as const) {
    const json = method === "PATCH" ? { json: { nonsense: 1 } } : {};
    expect(await call(method, url, json)).toMatchObject({ status: 404 });
  }
});

test("the list is paged, newest first, without repeating or skipping rows", async () => {
  const { call, create } = await start();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.unshift((await create()).id);
  const idsOf = (body: SubscriptionPage) => body.subscriptions.map(({ id }) => id);
  const first = await call("GET", `${path}?limit=2`);
  expect(idsOf(first.body)).toEqual(ids.slice(0, 2));
  await create();
  await call("DELETE", `${path}/${ids[1]}`);
  const second = await call("GET", `${path}?limit=2&cursor=${first.body.next_cursor}`);
  expect(idsOf(second.body)).toEqual(ids.slice(2));
  expect(second.body.next_cursor).toBeNull();
});

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString("base64")}`;

test.each([
  [{}, "missing_required_field", ["events", "url"]],
  [{ url: wanted.url }, "missing_required_field", ["events"]],
  [{ ...wanted, events: [] }, "validation_error", ["events"]],
  [{ ...wanted, events: ["finding.discovered", "x"] }, "validation_error", ["events.1"]],
  [{ ...wanted, events: ["*", "*"] }, "validation_error", ["events"]],
  [{ ...wanted, events: "*" }, "validation_error", ["events"]],
  [{ ...wanted, event: "*" }, "validation_error", ["event"]],
  [{ ...wanted, rotate_secret: true }, "validation_error", ["rotate_secret"]],
  [{ ...wanted, active: "yes" }, "validation_error", ["active"]],
  [{ ...wanted, active: null }, "validation_error", ["active"]],
  [{ ...wanted, filters: null }, "validation_error", ["filters"]],
  [{ ...wanted, filters: { min_severity: "info" } }, "validation_error", ["filters.min_severity"]],
  [{ ...wanted, filters: { severity: "low" } }, "validation_error", ["filters.severity"]],
  [{ ...wanted, filters: { tags: { env: 1 } } }, "validation_error", ["filters.tags.env"]],
  [{ ...wanted, secret: null }, "validation_error", ["secret"]],
  [{ ...wanted, secret: "x" }, "validation_error", ["secret"]],
  [{ ...wanted, secret: secretOf(23) }, "validation_error", ["secret"]],
  [{ ...wanted, secret: secretOf(65) }, "validation_error", ["secret"]],
  [{ ...wanted, secret: secretOf(32).replace("whsec_", "") }, "validation_error", ["secret"]],
  [{ ...wanted, secret: `whsec_${"-".repeat(44)}` }, "validation_error", ["secret"]],
])("the subscription %j is rejected with %s", async (json, error, paths) => {
  const { call } = await start();
  const { status, body } = await call("POST", path, { json });
  expect({ status, error: body.error }).toEqual({ status: 400, error });
  const issuePaths = body.issues.map((issue: { path: string }) => issue.path);
  expect([...new Set(issuePaths)].sort()).toEqual(paths);
  expect((await call("GET", path)).body.subscriptions).toEqual([]);
});

test.each([
  "http://receiver.example/hook",
  "HTTP://receiver.example/hook",
  "receiver.example/hook",
  "/hook",
  "https:receiver.example",
  "https:///receiver.example",
  "https://",
  "https://?x",
  "https:\\\\receiver.example",
  "ftp://receiver.example/",
  "javascript:alert(1)",
  "https://user@receiver.example/",
  "https://user:password@receiver.example/",
  "https://receiver.example:99999/",
  "https://receiver .example/",
  " https://receiver.example/",
  "https://receiver.example/\n",
  "https://receiver.example/a\u0000b",
  "https://[::1/",
  `https://receiver.example/${"x".repeat(2_024)}`,
  "",
])("the URL %j is rejected, also in an update", async (url) => {
  const { call, create } = await start();
  const { id } = await create();
  const made = await call("POST", path, { json: { ...wanted, url } });
  const changed = await call("PATCH", `${path}/${id}`, { json: { url } });
  for (const { status, body } of [made, changed]) {
    expect({ status, error: body.error }).toEqual({ status: 400, error: "validation_error" });
    expect(body.issues.every((issue: { path: string }) => issue.path === "url")).toBe(true);
  }
  expect((await call("GET", `${path}/${id}`)).body.url).toBe(wanted.url);
});

test("a plain HTTP URL gets an error that names https", async () => {
  const { call } = await start();
  const { body } = await call("POST", path, { json: { ...wanted, url: "http://a.example/" } });
  expect(body.issues[0].message).toContain("https://");
});

test.each([
  "https://receiver.example",
  "HTTPS://Receiver.Example/Path",
  "https://127.0.0.1:8443/hook",
  "https://[::1]/",
  "https://bücher.example/ü",
  `https://receiver.example/${"x".repeat(2_023)}`,
])("the URL %s is stored unchanged", async (url) => {
  const { create } = await start();
  expect((await create({ url })).url).toBe(url);
});

test("reading requires webhooks:read, everything else webhooks:write", async () => {
  const { call, create, keyWith } = await start();
  const { id } = await create();
  const reader = await keyWith("webhooks:read");
  const writer = await keyWith("webhooks:write");
  const calls = [
    ["GET", path, reader, writer],
    ["GET", `${path}/${id}`, reader, writer],
    ["POST", path, writer, reader],
    ["PATCH", `${path}/${id}`, writer, reader],
    ["POST", `${path}/${id}/test`, writer, reader],
    ["DELETE", `${path}/${id}`, writer, reader],
  ] as const;
  for (const [method, url, able, unable] of calls) {
    const json = url === path || method === "PATCH" ? { json: wanted } : {};
    const body = method === "GET" ? {} : json;
    const rejected = await call(method, url, { key: unable, ...body });
    expect(rejected).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
    expect((await call(method, url, { key: able, ...body })).status).toBeLessThan(300);
  }
});

test("another account's subscription gets the same response as an absent one", async () => {
  const { call, create, services } = await start();
  const { id } = await create();
  const { key } = (await createAccount(services, "second")).key;
  expect((await call("GET", path, { key })).body.subscriptions).toEqual([]);
  const absent = await call("GET", `${path}/sub_01hv3k6z5w9m4q8r7t2y1x0c3b`, { key });
  const calls = [
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["POST", "/test"],
  ] as const;
  for (const [method, rest] of calls) {
    for (const each of [id, "sub_x", "x"]) {
      const json = method === "GET" ? {} : { json: { nonsense: 1 } };
      const { status, body } = await call(method, `${path}/${each}${rest}`, { key, ...json });
      expect({ status, body }).toEqual({ status: 404, body: absent.body });
    }
  }
});

test.each(["limit=0", "limit=201", "limit=x", "cursor=x", "status=active"])(
  "the query %s is rejected at its path",
  async (query) => {
    const { call } = await start();
    const { status, body } = await call("GET", `${path}?${query}`);
    expect({ status, path: body.issues[0].path }).toEqual({
      status: 400,
      path: query.split("=")[0],
    });
  },
);

test("concurrent changes are not lost", async () => {
  const { call, create } = await start();
  const { id } = await create();
  const patches = [{ url: "https://other.example/" }, { events: ["*"] }, { active: false }];
  await Promise.all(patches.map((json) => call("PATCH", `${path}/${id}`, { json })));
  expect((await call("GET", `${path}/${id}`)).body).toMatchObject(Object.assign({}, ...patches));
});

test("an update applies to the next event, and a paused or deleted subscription gets none", async () => {
  const { call, create, services, account } = await start();
  const event = { accountId: account.id, type: "agent.registered", data: { tags: {} } } as const;
  const deliveries = () =>
    services.emit(event).filter((change) => change.type === "put" && change.kind === "delivery");
  const { id } = await create();
  expect(deliveries()).toHaveLength(0);
  await call("PATCH", `${path}/${id}`, { json: { events: ["agent.registered"] } });
  expect(deliveries()).toHaveLength(1);
  await call("PATCH", `${path}/${id}`, { json: { active: false } });
  expect(deliveries()).toHaveLength(0);
  await call("PATCH", `${path}/${id}`, { json: { active: true } });
  expect(deliveries()).toHaveLength(1);
  await call("DELETE", `${path}/${id}`);
  expect(deliveries()).toHaveLength(0);
});
