import { once } from "node:events";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLogger } from "../../../../src/server/http/log.ts";
import { listen } from "../../../../src/server/listen.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const json = "application/json";

test.each([
  ["{", json],
  ['{"query": }', json],
  ['{"query":"a","__proto__":{}}', json],
  ["\u0000", json],
])('malformed JSON is one issue at the path "": %j', async (payload, type) => {
  const { call } = await startTestServer();
  const { status, body } = await call("POST", "/v1/investigations", {
    payload,
    headers: { "content-type": type },
  });
  expect(status).toBe(400);
  expect(body.error).toBe("validation_error");
  expect(body.issues).toMatchObject([{ path: "" }]);
});

test.each([
  ["text/plain", 415],
  ["application/json-patch+json", 415],
  ["application/x-www-form-urlencoded", 415],
  ["nonsense", 415],
  ["APPLICATION/JSON", 202],
  ["application/json; charset=utf-8", 202],
  ["Application/Json;Charset=UTF-8", 202],
])("a body as %s is answered with %i", async (type, expected) => {
  const { call } = await startTestServer();
  const { status, body } = await call("POST", "/v1/investigations", {
    payload: '{"query":"who is root?"}',
    headers: { "content-type": type },
  });
  expect(status).toBe(expected);
  if (expected === 415) expect(body.error).toBe("unsupported_media_type");
});

test("a body without a content type is 415", async () => {
  const { call } = await startTestServer();
  const answer = await call("POST", "/v1/investigations", { payload: Buffer.from("{}") });
  expect(answer).toMatchObject({ status: 415, body: { error: "unsupported_media_type" } });
});

test("a missing body lacks its required fields", async () => {
  const { call } = await startTestServer();
  expect(await call("POST", "/v1/investigations")).toMatchObject({
    status: 400,
    body: { error: "missing_required_field", issues: [{ path: "query" }] },
  });
});

test("a body of exactly 1 MiB is accepted, one byte more is rejected", async () => {
  const { call } = await startTestServer();
  const headers = { "content-type": json };
  const fill = (bytes: number) => `{"query":"${"a".repeat(bytes - 12)}"}`;
  const full = await call("POST", "/v1/investigations", { payload: fill(1 << 20), headers });
  expect(full).toMatchObject({ status: 400, body: { issues: [{ path: "query" }] } });
  const over = await call("POST", "/v1/investigations", { payload: fill((1 << 20) + 1), headers });
  expect(over).toMatchObject({ status: 413, body: { error: "payload_too_large" } });
});

test.each([
  ["GET", "/v1/nothing"],
  ["GET", "/v1/nothing"],
  ["PUT", "/v1/investigations"],
  ["PATCH", "/v1/investigations/inv_01hv3k6z5w9m4q8r7t2y1x0c3b"],
  ["OPTIONS", "/v1/investigations"],
  ["GET", "/v1/investigations/"],
  ["GET", "/v1/investigations/%zz"],
  ["GET", `/v1/investigations/${"a".repeat(500)}`],
  ["GET", "/v1/investigations/inv_0"],
  ["GET", "/v1/investigations/..%2f..%2fetc"],
  ["GET", "/elsewhere"],
])("404 for %s %s", async (method, url) => {
  const { call } = await startTestServer();
  const { status, body } = await call(method as "GET", url);
  expect(status).toBe(404);
  expect(body).toEqual({ error: "not_found", message: expect.any(String) });
});

test("unknown API paths are 401 without a key, other paths are 404", async () => {
  const { call } = await startTestServer();
  expect((await call("GET", "/v1/nothing", { key: null })).status).toBe(401);
  expect((await call("GET", "/elsewhere", { key: null })).status).toBe(404);
});

test("a 404 precedes validation errors", async () => {
  const { call } = await startTestServer();
  const at = "/v1/investigations/inv_01hv3k6z5w9m4q8r7t2y1x0c3b";
  expect((await call("GET", `${at}?x=1`)).status).toBe(404);
  expect((await call("DELETE", `${at}?x=1`)).status).toBe(404);
  const verdict = await call("POST", `${at}/findings/fnd_x/verdict`, {
    payload: "{",
    headers: { "content-type": json },
  });
  expect(verdict.status).toBe(404);
});

test.each([
  "/v1/investigations",
  "/v1/detections",
  "/v1/keys",
  "/v1/agents",
  "/v1/plan-key",
  "/healthz",
  "/readyz",
  "/openapi.json",
  "/metrics",
])("GET %s rejects an unknown query parameter", async (url) => {
  const { call } = await startTestServer();
  expect(await call("GET", `${url}?limt=5`)).toMatchObject({
    status: 400,
    body: { error: "validation_error", issues: [{ path: "limt" }] },
  });
});

test("the reserved endpoint is 501", async () => {
  const { call } = await startTestServer();
  expect(await call("GET", "/v1/graph/live")).toMatchObject({
    status: 501,
    body: { error: "not_implemented" },
  });
});

test("a 500 has only a request id, which the log has too", async () => {
  let logged = "";
  const sink = new Writable({
    write(line, _encoding, done) {
      logged += String(line);
      done();
    },
  });
  const { call, account } = await startTestServer({
    log: createLogger("info", sink),
    reader: { read: () => Promise.reject(new Error("no such file /etc/secret")) },
  });
  const { status, body } = await call("POST", "/v1/interpretations", { json: { query: "why?" } });
  expect(status).toBe(500);
  expect(body).toEqual({
    error: "internal_error",
    message: expect.any(String),
    request_id: expect.stringMatching(/^req_/),
  });
  expect(JSON.stringify(body)).not.toContain("secret");
  expect(logged).toContain(body.request_id);
  expect(logged).toContain("no such file");
  expect(logged).not.toContain(account.key.key);
});

test("a failed write is a 500, and reads still work", async () => {
  const { call, store } = await startTestServer();
  const { commit } = store;
  store.commit = () => Promise.reject(Object.assign(new Error("disk full"), { code: "ENOSPC" }));
  const failed = await call("POST", "/v1/investigations", { json: { query: "why?" } });
  expect(failed).toMatchObject({ status: 500, body: { error: "internal_error" } });
  expect((await call("GET", "/v1/investigations")).body.investigations).toEqual([]);
  store.commit = commit;
  expect((await call("POST", "/v1/investigations", { json: { query: "why?" } })).status).toBe(202);
});

test("readyz fails while the store can't write", async () => {
  const { call, store } = await startTestServer();
  store.check = () => Promise.reject(new Error("disk full"));
  expect(await call("GET", "/readyz")).toMatchObject({ status: 500 });
  expect(await call("GET", "/healthz")).toMatchObject({ status: 200 });
});

test("fields with secrets are redacted in the log", () => {
  let logged = "";
  const sink = new Writable({
    write(line, _encoding, done) {
      logged += String(line);
      done();
    },
  });
  createLogger("info", sink).info({ authorization: "Bearer abc", secret: "abc", path: "/x" }, "m");
  expect(logged).not.toContain("abc");
  expect(JSON.parse(logged)).toMatchObject({ authorization: "[redacted]", path: "/x" });
});

test("a malformed HTTP request gets an error in the contract's format", async () => {
  const { app } = await startTestServer();
  const url = new URL(await listen(app, { host: "127.0.0.1", port: 0 }));
  const socket = connect(Number(url.port), "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => {
    answer += String(data);
  });
  socket.write("NONSENSE\r\n\r\n");
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({
    error: "validation_error",
    issues: [{ path: "" }],
  });
});

test("a port in use is an error with a hint", async () => {
  const first = await startTestServer();
  const second = await startTestServer();
  const { port } = new URL(await listen(first.app, { host: "127.0.0.1", port: 0 }));
  await expect(listen(second.app, { host: "127.0.0.1", port: Number(port) })).rejects.toMatchObject(
    { code: "listen_failed", hint: expect.stringContaining("--port") },
  );
});

test("every response has a request id and security headers", async () => {
  const { call } = await startTestServer();
  const { headers } = await call("GET", "/v1/keys");
  expect(headers["x-request-id"]).toMatch(/^req_/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
});
