import { createHash } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { eventTypes } from "../../../../src/contract/event.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

interface Described {
  summary?: string;
  description?: string;
  operationId?: string;
  tags?: string[];
  security?: unknown[];
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

interface Parameter {
  name: string;
  description?: string;
  schema: { description?: string };
}

test("the document is valid OpenAPI 3.1", async () => {
  const { call } = await startTestServer();
  const { body } = await call("GET", "/openapi.json", { key: null });
  const validator = new Validator();
  const result = await validator.validate(body);
  expect(result).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("schemas that occur in several places are defined once and referenced", async () => {
  const { call } = await startTestServer();
  const { body } = await call("GET", "/openapi.json");
  const bodyOf = (part: Described["responses"][string]) =>
    part.content?.["application/json"]?.schema;
  const { post } = body.paths["/v1/investigations"];
  expect(bodyOf(post.requestBody)).toEqual({ $ref: "#/components/schemas/TriggerRequest" });
  expect(bodyOf(post.responses["202"])).toEqual({ $ref: "#/components/schemas/TriggerResponse" });
  const one = body.paths["/v1/investigations/{id}"].get.responses["200"];
  expect(bodyOf(one)).toEqual({ $ref: "#/components/schemas/Investigation" });
  const { Investigation } = body.components.schemas;
  expect(Investigation.properties.scope).toEqual({ $ref: "#/components/schemas/Scope" });
  expect(Investigation.properties.findings.items).toEqual({ $ref: "#/components/schemas/Finding" });
});

test("every operation has a description, a security requirement and error responses", async () => {
  const { call } = await startTestServer();
  const { body } = await call("GET", "/openapi.json");
  const operations = Object.values(body.paths).flatMap(
    (methods) => Object.values(methods as object) as Described[],
  );
  expect(operations.length).toBeGreaterThanOrEqual(19);
  for (const operation of operations) {
    expect(operation.summary).toBeTruthy();
    expect(operation.description).toBeTruthy();
    expect(operation.tags).toHaveLength(1);
    expect(operation.security).toBeDefined();
    const failures = Object.entries(operation.responses).filter(([status]) => status >= "400");
    expect(failures.map(([status]) => status)).toContain("500");
    for (const [, failure] of failures) {
      expect(failure.content?.["application/json"]?.schema).toEqual({
        $ref: "#/components/schemas/Error",
      });
    }
  }
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every event type is described as a webhook request", async () => {
  const { call } = await startTestServer();
  const { body } = await call("GET", "/openapi.json");
  expect(Object.keys(body.webhooks).sort()).toEqual([...eventTypes].sort());
  const completed = body.webhooks["investigation.completed"].post;
  const { data } = completed.requestBody.content["application/json"].schema.properties;
  expect(data.properties.investigation).toEqual({ $ref: "#/components/schemas/InvestigationRow" });
  expect(data.required).toEqual(["severity", "tags", "investigation"]);
  const signature = completed.parameters.find(
    ({ name }: { name: string }) => name === "X-Service-Signature",
  );
  expect(signature).toMatchObject({ in: "header", required: true });
});

test("every query parameter has a description", async () => {
  const { call } = await startTestServer();
  const { body } = await call("GET", "/openapi.json");
  const { parameters } = body.paths["/v1/webhooks/deliveries"].get;
  const described = (parameters as Parameter[]).map(({ name, description, schema }) => [
    name,
    Boolean(description ?? schema.description),
  ]);
  const names = ["status", "subscription_id", "event_type", "event_id", "since", "until"];
  expect(Object.fromEntries(described)).toEqual(
    Object.fromEntries([...names, "limit", "cursor"].map((name) => [name, true])),
  );
});

test("every route is described", async () => {
  const { call } = await startTestServer();
  const { body } = await call("GET", "/openapi.json");
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(
    [
      "DELETE /v1/acceptances/{id}",
      "DELETE /v1/agents/{id}",
      "DELETE /v1/curiosity/{id}",
      "DELETE /v1/investigations/{id}",
      "DELETE /v1/keys/{id}",
      "DELETE /v1/tag-policies/{id}",
      "DELETE /v1/webhooks/subscriptions/{id}",
      "GET /docs",
      "GET /healthz",
      "GET /metrics",
      "GET /openapi.json",
      "GET /readyz",
      "GET /v1/acceptances",
      "GET /v1/acceptances/{id}",
      "GET /v1/agents",
      "GET /v1/agents/{id}",
      "GET /v1/agents/{id}/plans",
      "GET /v1/curiosity",
      "GET /v1/curiosity/{id}",
      "GET /v1/detections",
      "GET /v1/detections/{id}",
      "GET /v1/graph/live",
      "GET /v1/investigations",
      "GET /v1/investigations/{id}",
      "GET /v1/investigations/{id}/receipts",
      "GET /v1/investigations/{id}/rows",
      "GET /v1/investigations/{id}/stream",
      "GET /v1/keys",
      "GET /v1/plan-key",
      "GET /v1/tag-policies",
      "GET /v1/tag-policies/{id}",
      "GET /v1/webhooks/deliveries",
      "GET /v1/webhooks/deliveries/stream",
      "GET /v1/webhooks/deliveries/{delivery_id}",
      "GET /v1/webhooks/subscriptions",
      "GET /v1/webhooks/subscriptions/{id}",
      "PATCH /v1/agents/{id}",
      "PATCH /v1/curiosity/{id}",
      "PATCH /v1/tag-policies/{id}",
      "PATCH /v1/webhooks/subscriptions/{id}",
      "POST /v1/acceptances",
      "POST /v1/agents/register",
      "POST /v1/agents/{id}/approve",
      "POST /v1/agents/{id}/disconnect",
      "POST /v1/agents/{id}/heartbeat",
      "POST /v1/agents/{id}/plans/{plan_id}/results",
      "POST /v1/curiosity",
      "POST /v1/curiosity/{id}/runs",
      "POST /v1/interpretations",
      "POST /v1/investigations",
      "POST /v1/investigations/{id}/findings/{finding_id}/verdict",
      "POST /v1/keys",
      "POST /v1/tag-policies",
      "POST /v1/webhooks/deliveries/{delivery_id}/replay",
      "POST /v1/webhooks/subscriptions",
      "POST /v1/webhooks/subscriptions/{id}/test",
      "POST /v1/webhooks/url-checks",
      "PUT /v1/agents/{id}/snapshots",
    ].sort(),
  );
});

test("the root leads to the API reference", async () => {
  const { call } = await startTestServer();
  const { status, headers } = await call("GET", "/", { key: null });
  expect(status).toBe(302);
  expect(new URL(String(headers.location), "http://127.0.0.1:7878/").pathname).toBe("/docs");
});

test("the docs page loads nothing, and its policy allows only its own style and script", async () => {
  const { call } = await startTestServer();
  const { status, headers, text } = await call("GET", "/docs", { key: null });
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  for (const tag of ["style", "script"]) {
    const inline = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1] ?? "";
    const hash = createHash("sha256").update(inline).digest("base64");
    expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
  }
  for (const path of [
    "/v1/investigations/{id}/stream",
    "/v1/keys",
    "investigations:trigger",
    "map of",
    "X-Service-Signature",
    "chain.confirmed",
  ]) {
    expect(text).toContain(path);
  }
});
