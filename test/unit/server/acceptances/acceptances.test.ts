import { Value } from "typebox/value";
import { expect, test } from "vitest";
import {
  Acceptance,
  AcceptancePage,
  maxAcceptances,
  maxEvidenceLength,
} from "../../../../src/contract/acceptances/acceptance.ts";
import type { Finding } from "../../../../src/contract/summary.ts";
import { newId } from "../../../../src/core/ids.ts";
import { createAccount } from "../../../../src/server/access/keys.ts";
import { writeJsonBlob } from "../../../../src/store/port/store.ts";
import { finding } from "../../../helpers/api-records.ts";
import { acceptanceRecord, agentRecord, investigationRecord } from "../../../helpers/records.ts";
import { startMs, startTestServer } from "../../../helpers/test-server.ts";

const path = "/v1/acceptances";
const evidence = {
  sql: "SELECT pid, username",
  columns: ["pid", "username"],
  rows: [
    [2, "bob"],
    [1, "alice"],
  ],
  row_count: 2,
};
const { finding_id } = finding();
const request = { finding_id, because: "break-glass accounts" };

/** A server whose account has one investigation with one finding. */
async function start(over: Partial<Finding> = {}) {
  const server = await startTestServer();
  const { store, account, call } = server;
  const id = newId("inv", startMs);
  const blob = `investigation/${id}-1`;
  const found = finding({ evidence, ...over });
  await writeJsonBlob(store, blob, { findings: [found], chains: [], answer: null });
  const record = investigationRecord({
    id,
    account_id: account.id,
    blob,
    timeline: [{ seq: 1, type: "finding", finding_id }],
  });
  const agent = agentRecord({ agent_id: "db-1", id: `${account.id}/db-1`, account_id: account.id });
  await store.commit([
    { type: "put", kind: "investigation", record },
    { type: "put", kind: "agent", record: agent },
  ]);
  const accept = (json: Record<string, unknown> = {}) =>
    call("POST", path, { json: { ...request, ...json } });
  return { ...server, accept };
}

test("accepting a finding covers its rows on its host, with who, when and why", async () => {
  const { accept, account } = await start();
  const { status, body } = await accept({ until: "2027-01-31T01:00:00+01:00" });
  expect(status).toBe(201);
  expect([...Value.Errors(Acceptance, body)]).toEqual([]);
  expect(body).toEqual({
    id: expect.stringMatching(/^acp_[0-9a-z]{26}$/),
    detection_id: "nopasswd_sudo",
    title: "Sudo without a password",
    finding_id,
    agent_id: "web-1",
    hostname: "web-1",
    tags: null,
    evidence: { columns: ["username"], rows: [["alice"], ["bob"]] },
    because: "break-glass accounts",
    until: "2027-01-31T00:00:00.000Z",
    accepted_by: { key_id: account.key.id, name: "first key" },
    accepted_at: "2026-11-01T00:00:00.000Z",
  });
});

test.each([
  [{ agent_id: "db-1" }, { agent_id: "db-1", hostname: "db-1", tags: null }],
  [{ tags: { env: "dev" } }, { agent_id: null, hostname: null, tags: { env: "dev" } }],
  [{ everywhere: true }, { agent_id: null, hostname: null, tags: null }],
  [{ any_evidence: true }, { agent_id: "web-1", evidence: null }],
])("the hosts and evidence of %j are covered", async (json, covered) => {
  const { accept } = await start();
  expect(await accept(json)).toMatchObject({ status: 201, body: covered });
});

test("accepting the same once more replaces the reason and the end, and adds nothing", async () => {
  const { accept, call, clock } = await start();
  const { body: first } = await accept({ until: "2026-12-01T00:00:00Z" });
  clock.ms += 1000;
  const { status, body } = await accept({ because: "still needed" });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...first,
    because: "still needed",
    until: null,
    accepted_at: "2026-11-01T00:00:01.000Z",
  });
  expect((await call("GET", path)).body.acceptances).toEqual([body]);
  expect((await accept({ everywhere: true })).status).toBe(201);
});

test("of two requests at once to accept the same, one adds it and the other replaces it", async () => {
  const { accept, call } = await start();
  const answers = await Promise.all([accept(), accept()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
  expect((await call("GET", path)).body.acceptances).toHaveLength(1);
});

test("acceptances are listed newest first in pages, shown and deleted", async () => {
  const { accept, call } = await start();
  const made: Acceptance[] = [];
  for (const json of [{}, { everywhere: true }, { any_evidence: true }])
    made.unshift((await accept(json)).body);
  const first = await call("GET", `${path}?limit=2`);
  expect([...Value.Errors(AcceptancePage, first.body)]).toEqual([]);
  expect(first.body.acceptances).toEqual(made.slice(0, 2));
  const second = await call("GET", `${path}?limit=2&cursor=${first.body.next_cursor}`);
  expect(second.body).toEqual({ acceptances: made.slice(2), next_cursor: null });
  const one = `${path}/${made[0]?.id}`;
  expect((await call("GET", one)).body).toEqual(made[0]);
  expect((await call("DELETE", one)).status).toBe(204);
  expect((await call("GET", one)).status).toBe(404);
  expect((await call("DELETE", one)).status).toBe(404);
});

test.each([
  [{}, "missing_required_field", ["because", "finding_id"]],
  [{ ...request, because: "" }, "validation_error", ["because"]],
  [{ ...request, because: "  " }, "validation_error", ["because"]],
  [{ ...request, because: "x".repeat(1001) }, "validation_error", ["because"]],
  [{ ...request, reason: "x" }, "validation_error", ["reason"]],
  [{ ...request, until: "2026-10-31T00:00:00Z" }, "validation_error", ["until"]],
  [{ ...request, until: "tomorrow" }, "validation_error", ["until"]],
  [{ ...request, until: null }, "validation_error", ["until"]],
  [{ ...request, agent_id: "nobody" }, "validation_error", ["agent_id"]],
  [{ ...request, tags: {} }, "validation_error", ["tags"]],
  [{ ...request, tags: { env: "dev" }, everywhere: true }, "validation_error", ["everywhere"]],
])("the request %j is rejected with %s", async (json, error, paths) => {
  const { call } = await start();
  const { status, body } = await call("POST", path, { json });
  expect({ status, error: body.error }).toEqual({ status: 400, error });
  expect([...new Set(body.issues.map((issue: { path: string }) => issue.path))].sort()).toEqual(
    paths,
  );
});

test("evidence of which only some rows are kept is accepted only as a whole", async () => {
  const { accept } = await start({ evidence: { ...evidence, row_count: 51 } });
  expect(await accept()).toMatchObject({
    status: 400,
    body: { issues: [{ path: "any_evidence", message: expect.stringContaining("has 51 rows") }] },
  });
  expect((await accept({ any_evidence: true })).status).toBe(201);
});

test("evidence too large to be stored is accepted only as a whole", async () => {
  const rows = [["x".repeat(maxEvidenceLength), null]];
  const { accept } = await start({
    evidence: { ...evidence, columns: ["username", "a"], rows, row_count: 1 },
  });
  expect(await accept()).toMatchObject({
    status: 400,
    body: { issues: [{ path: "any_evidence" }] },
  });
  expect((await accept({ any_evidence: true })).status).toBe(201);
});

test("an unknown finding, one of another account and one without its detection are 404", async () => {
  const { accept, call, services } = await start();
  const { key } = (await createAccount(services, "second")).key;
  expect((await call("POST", path, { key, json: request })).status).toBe(404);
  expect((await accept({ finding_id: newId("fnd", startMs) })).status).toBe(404);
  expect((await accept({ finding_id: "fnd_x" })).status).toBe(404);
  const retired = await start({ detection_id: "retired" });
  expect((await retired.accept()).status).toBe(404);
});

test("another account neither sees nor deletes an acceptance", async () => {
  const { accept, call, services } = await start();
  const { id } = (await accept()).body;
  const { key } = (await createAccount(services, "second")).key;
  expect((await call("GET", path, { key })).body.acceptances).toEqual([]);
  expect((await call("GET", `${path}/${id}`, { key })).status).toBe(404);
  expect((await call("DELETE", `${path}/${id}`, { key })).status).toBe(404);
});

test("a key that may only read can list acceptances, but neither add nor delete one", async () => {
  const { accept, call, keyWith } = await start();
  const { id } = (await accept()).body;
  const key = await keyWith("investigations:read");
  expect((await call("GET", path, { key })).status).toBe(200);
  expect((await call("POST", path, { key, json: request })).status).toBe(403);
  expect((await call("DELETE", `${path}/${id}`, { key })).status).toBe(403);
});

test("an account has a limited number of acceptances", async () => {
  const { accept, store, account } = await start();
  const records = Array.from({ length: maxAcceptances }, (_, at) =>
    acceptanceRecord({ id: `acp_${at}`, account_id: account.id }),
  );
  await store.commit(records.map((record) => ({ type: "put", kind: "acceptance", record })));
  expect(await accept()).toMatchObject({ status: 400, body: { error: "validation_error" } });
});
