import fc from "fast-check";
import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { ErrorBody } from "../../../src/contract/error-body.ts";
import { openApiDocument } from "../../../src/server/openapi/document.ts";
import { writeJsonBlob } from "../../../src/store/port/store.ts";
import { finding } from "../../helpers/api-records.ts";
import { investigationRecord } from "../../helpers/records.ts";
import { startTestServer } from "../../helpers/test-server.ts";

const validJson = fc.oneof(
  fc.json(),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  // Close to valid input, so that it passes the outermost checks.
  fc
    .record(
      {
        query: fc.oneof(fc.string({ unit: "grapheme" }), fc.jsonValue()),
        depth: fc.oneof(fc.constantFrom("quick", "deep"), fc.jsonValue()),
        mode: fc.oneof(fc.constantFrom("live", "auto"), fc.jsonValue()),
        scope: fc.oneof(
          fc.record(
            {
              type: fc.oneof(fc.constant("selector"), fc.jsonValue()),
              filter: fc.oneof(
                fc.record({ tags: fc.dictionary(fc.string(), fc.string()) }),
                fc.record({ last_seen_within: fc.stringMatching(/^\d{1,40}[smhdx]$/) }),
                fc.jsonValue(),
              ),
            },
            { requiredKeys: [] },
          ),
          fc.jsonValue(),
        ),
        idempotency_key: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
        verdict: fc.oneof(fc.constant("true_positive"), fc.jsonValue()),
        scopes: fc.oneof(fc.array(fc.constantFrom("keys:read", "x")), fc.jsonValue()),
        name: fc.oneof(fc.string(), fc.jsonValue()),
        url: fc.oneof(fc.webUrl({ validSchemes: ["https", "http"] }), fc.string(), fc.jsonValue()),
        events: fc.oneof(fc.constant(["*"]), fc.jsonValue()),
        filters: fc.oneof(fc.record({ tags: fc.jsonValue() }), fc.jsonValue()),
        secret: fc.oneof(fc.string(), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
);
const body = fc.oneof({ weight: 5, arbitrary: validJson }, fc.string({ unit: "binary" }));
const printable = fc.stringMatching(/^[ -~\u00a0-\u00ff]{0,40}$/);
const headers = fc.record(
  {
    "content-type": fc.oneof({ weight: 5, arbitrary: fc.constant("application/json") }, printable),
    "idempotency-key": printable,
    "last-event-id": fc.oneof(fc.nat().map(String), printable),
    accept: printable,
  },
  { requiredKeys: [] },
);
const query = fc.dictionary(
  fc.oneof(fc.constantFrom("limit", "cursor", "status", "since", "tag", "__proto__"), fc.string()),
  fc.oneof(fc.string({ unit: "binary" }), fc.integer().map(String)),
  { maxKeys: 3 },
);
const id = fc.oneof(
  fc.constantFrom("inv_01hv3k6z5w9m4q8r7t2y1x0c3b", "nopasswd_sudo", "__proto__", ".."),
  fc.string({ unit: "binary", minLength: 1 }),
);

/** Lone surrogates have no percent-encoding. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString());

test("no input makes an endpoint fail, and errors have the contract's format", async () => {
  const { app, account, store } = await startTestServer();
  const blob = "investigation/ended-1";
  await writeJsonBlob(store, blob, { findings: [finding()], chains: [], answer: null });
  const ended = investigationRecord({ account_id: account.id, status: "cancelled", blob });
  await store.commit([{ type: "put", kind: "investigation", record: ended }]);
  const endpoints = Object.entries(openApiDocument(app).paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method })))
    // The stream only ends with the server.
    .filter(({ path }) => path !== "/v1/webhooks/deliveries/stream");
  expect(endpoints.length).toBeGreaterThan(15);
  const request = fc.record({ endpoint: fc.constantFrom(...endpoints), body, headers, query, id });
  await fc.assert(
    fc.asyncProperty(request, async ({ endpoint, body, headers, query, id }) => {
      const path = endpoint.path
        .replace("{finding_id}", finding().finding_id)
        .replace(/{(delivery_)?id}/, () => encode(id));
      const search = Object.entries(query)
        .map(([name, value]) => `${encode(name)}=${encode(value)}`)
        .join("&");
      const response = await app.inject({
        method: endpoint.method.toUpperCase() as "POST",
        url: search ? `${path}?${search}` : path,
        headers: { authorization: `Bearer ${account.key.key}`, ...headers },
        ...(endpoint.method === "get" ? {} : { payload: body }),
      });
      if (response.statusCode < 400) return;
      expect([400, 404, 409, 413, 415, 501]).toContain(response.statusCode);
      expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
      const answer = response.json();
      expect([...Value.Errors(ErrorBody, answer)]).toEqual([]);
      expect("issues" in answer).toBe(response.statusCode === 400);
    }),
    { numRuns: 1000 },
  );
});

test("any invalid key is answered with 401", async () => {
  const { app } = await startTestServer();
  await fc.assert(
    fc.asyncProperty(printable, async (authorization) => {
      const response = await app.inject({ url: "/v1/keys", headers: { authorization } });
      expect(response.statusCode).toBe(401);
      expect(response.json().error).toBe("invalid_api_key");
    }),
    { numRuns: 200 },
  );
});
