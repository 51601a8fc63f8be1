import { Value } from "typebox/value";
import { expect, test } from "vitest";
import {
  Investigation,
  InvestigationPage,
  type InvestigationRow,
} from "../../../../src/contract/investigation.ts";
import { newId } from "../../../../src/core/ids.ts";
import { createAccount } from "../../../../src/server/access/keys.ts";
import { encodeCursor } from "../../../../src/server/http/cursor.ts";
import type { Store } from "../../../../src/store/port/store.ts";
import { writeJsonBlob } from "../../../../src/store/port/store.ts";
import type { InvestigationRecord } from "../../../../src/store/records.ts";
import { finding, progress } from "../../../helpers/api-records.ts";
import { investigationRecord, reading } from "../../../helpers/records.ts";
import { startMs, startTestServer } from "../../../helpers/test-server.ts";

async function put(store: Store, over: Partial<InvestigationRecord>): Promise<InvestigationRecord> {
  const record = investigationRecord({ id: newId("inv", startMs), ...over });
  await store.commit([{ type: "put", kind: "investigation", record }]);
  return record;
}

const summary = {
  narrative: "Yes: 1 of 1.",
  severity: "high" as const,
  findings_by_severity: { info: 0, low: 0, medium: 0, high: 1, critical: 0 },
  checks: [],
  coverage: { agents_targeted: 1, agents_answered: 1, unanswered: [], cached: 0, live: 1 },
};

test("a finished investigation is returned complete, its list row without results", async () => {
  const { call, store, account } = await startTestServer();
  const id = newId("inv", startMs);
  const blob = `investigation/${id}-1`;
  const answer = { columns: ["user"], rows: [["root"]], row_count: 1, truncated: false };
  await writeJsonBlob(store, blob, { findings: [finding()], chains: [], answer });
  await put(store, {
    id,
    account_id: account.id,
    status: "completed",
    completed_at: "2026-11-01T00:00:02.000Z",
    reading: reading(),
    progress: progress(),
    summary,
    blob,
  });
  const { status, body } = await call("GET", `/v1/investigations/${id}`);
  expect(status).toBe(200);
  expect([...Value.Errors(Investigation, body)]).toEqual([]);
  expect(body.summary).toEqual({ ...summary, answer });
  expect(body.findings).toEqual([finding()]);
  const list = await call("GET", "/v1/investigations");
  expect([...Value.Errors(InvestigationPage, list.body)]).toEqual([]);
  expect(list.body.investigations[0].summary).toEqual({
    narrative: "Yes: 1 of 1.",
    severity: "high",
  });
  expect(list.body.investigations[0]).not.toHaveProperty("findings");
});

test("a blob replaced during the read is read again", async () => {
  const { call, store, account } = await startTestServer();
  const id = newId("inv", startMs);
  await put(store, { id, account_id: account.id, blob: `investigation/${id}-1` });
  const getBlob = store.getBlob.bind(store);
  store.getBlob = async (name) => {
    if (!name.endsWith("-1")) return getBlob(name);
    await writeJsonBlob(store, `investigation/${id}-2`, {
      findings: [finding()],
      chains: [],
      answer: null,
    });
    await put(store, { id, account_id: account.id, blob: `investigation/${id}-2` });
    return undefined;
  };
  const { body } = await call("GET", `/v1/investigations/${id}`);
  expect(body.findings).toHaveLength(1);
});

test("another account's investigation gets the same response as an absent one", async () => {
  const { call, services } = await startTestServer();
  const other = await createAccount(services, "other");
  const made = await call("POST", "/v1/investigations", { json: { query: "who is root?" } });
  const own = `/v1/investigations/${made.body.investigation_id}`;
  const absent = "/v1/investigations/inv_00000000000000000000000000";
  for (const [method, suffix] of [
    ["GET", ""],
    ["DELETE", ""],
    ["GET", "/stream"],
  ] as const) {
    const theirs = await call(method, `${own}${suffix}`, { key: other.key.key });
    const none = await call(method, `${absent}${suffix}`, { key: other.key.key });
    expect(theirs.status).toBe(404);
    expect(theirs.text).toBe(none.text);
  }
  const list = await call("GET", "/v1/investigations", { key: other.key.key });
  expect(list.body.investigations).toEqual([]);
  expect((await call("GET", own)).body.status).toBe("queued");
});

test("pages are newest first, without repeating or skipping rows while some are added", async () => {
  const { call, clock } = await startTestServer();
  const trigger = async () => {
    clock.ms += 5;
    const { body } = await call("POST", "/v1/investigations", { json: { query: "who is root?" } });
    return body.investigation_id as string;
  };
  const before = [
    await trigger(),
    await trigger(),
    await trigger(),
    await trigger(),
    await trigger(),
  ];
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const at: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { body } = await call("GET", `/v1/investigations?limit=2${at}`);
    seen.push(...body.investigations.map((row: InvestigationRow) => row.investigation_id));
    cursor = body.next_cursor;
    await trigger();
  } while (cursor !== null);
  expect(seen).toEqual(before.toReversed());
});

test("the list filters by status and curiosity item", async () => {
  const { call, store, account } = await startTestServer();
  const done = await put(store, { account_id: account.id, status: "completed", summary });
  const item = await put(store, { account_id: account.id, curiosity_id: "cur_1" });
  const ids = async (query: string) =>
    (await call("GET", `/v1/investigations?${query}`)).body.investigations.map(
      (row: InvestigationRow) => row.investigation_id,
    );
  expect(await ids("status=completed")).toEqual([done.id]);
  expect(await ids("curiosity_id=cur_1")).toEqual([item.id]);
  expect(await ids("status=completed&curiosity_id=cur_1")).toEqual([]);
});

test.each([
  ["limit=0", "limit"],
  ["limit=201", "limit"],
  ["limit=-1", "limit"],
  ["limit=1.5", "limit"],
  ["limit=1e2", "limit"],
  ["limit=%205", "limit"],
  ["limit=abc", "limit"],
  ["limit=", "limit"],
  ["limit=99999999999999999999", "limit"],
  ["limit=1&limit=2", "limit"],
  ["status=done", "status"],
  ["status=queued&status=running", "status"],
  ["cursor=", "cursor"],
  ["cursor=!!!", "cursor"],
  [`cursor=${encodeCursor("cur_1")}`, "cursor"],
  [`cursor=${encodeCursor("inv_01hv3k6z5w9m4q8r7t2y1x0c3b")}=`, "cursor"],
])("GET /v1/investigations?%s is rejected at %s", async (query, path) => {
  const { call } = await startTestServer();
  expect(await call("GET", `/v1/investigations?${query}`)).toMatchObject({
    status: 400,
    body: { error: "validation_error", issues: [{ path }] },
  });
});

test.each(["limit=1", "limit=200", "limit=007"])(
  "GET /v1/investigations?%s is accepted",
  async (query) => {
    const { call } = await startTestServer();
    expect((await call("GET", `/v1/investigations?${query}`)).status).toBe(200);
  },
);

test("cancelling retains the findings; cancelling again changes nothing", async () => {
  const { call, store, account, clock } = await startTestServer();
  const record = await put(store, {
    account_id: account.id,
    status: "running",
    progress: progress(),
    progress_seq: 7,
    timeline: [
      { seq: 1, type: "status", status: "queued" },
      { seq: 2, type: "status", status: "running" },
    ],
  });
  clock.ms += 1000;
  const url = `/v1/investigations/${record.id}`;
  expect(await call("DELETE", url)).toMatchObject({
    status: 200,
    body: { ok: true, status: "cancelled" },
  });
  const stored = (await store.find("investigation", record.id))?.record;
  expect(stored).toMatchObject({
    status: "cancelled",
    summary: null,
    completed_at: "2026-11-01T00:00:01.000Z",
    due_at: null,
    lease: null,
  });
  expect(stored?.timeline.at(-1)).toEqual({ seq: 8, type: "status", status: "cancelled" });
  expect((await call("DELETE", url)).body).toEqual({ ok: true, status: "cancelled" });
  expect((await store.find("investigation", record.id))?.record).toEqual(stored);
});

test("cancelling a completed investigation returns completed", async () => {
  const { call, store, account } = await startTestServer();
  const { id } = await put(store, { account_id: account.id, status: "completed", summary });
  expect(await call("DELETE", `/v1/investigations/${id}`)).toMatchObject({
    status: 200,
    body: { ok: true, status: "completed" },
  });
});

test("of a concurrent cancel and completion one wins, and the response matches the stored status", async () => {
  const { call, store, account } = await startTestServer();
  for (let round = 0; round < 20; round++) {
    const record = await put(store, {
      id: newId("inv", startMs),
      account_id: account.id,
      status: "running",
    });
    const revision = (await store.find("investigation", record.id))?.revision ?? 0;
    const finish = store.commit(
      [{ type: "put", kind: "investigation", record: { ...record, status: "completed", summary } }],
      [{ kind: "investigation", id: record.id, is: "unchanged", revision }],
    );
    const [cancel, finished] = await Promise.all([
      call("DELETE", `/v1/investigations/${record.id}`),
      finish,
    ]);
    const end = finished.ok ? "completed" : "cancelled";
    expect(cancel.body).toEqual({ ok: true, status: end });
    expect((await store.find("investigation", record.id))?.record.status).toBe(end);
  }
});

test("an interpretation returns the reading and starts nothing", async () => {
  const { call, store } = await startTestServer();
  const { status, body } = await call("POST", "/v1/interpretations", { json: { query: " why? " } });
  expect(status).toBe(200);
  expect(body).toEqual(reading({ text: "why?" }));
  expect((await store.statistics()).records.investigation ?? 0).toBe(0);
  expect(await call("POST", "/v1/interpretations", { json: { query: "" } })).toMatchObject({
    status: 400,
    body: { error: "validation_error" },
  });
});

test("a verdict is stored, replaces an earlier one, and returns the calibration", async () => {
  const { call, store, account } = await startTestServer();
  const id = newId("inv", startMs);
  const blob = `investigation/${id}-1`;
  await writeJsonBlob(store, blob, { findings: [finding()], chains: [], answer: null });
  await put(store, { id, account_id: account.id, status: "completed", summary, blob });
  const { finding_id } = finding();
  const url = `/v1/investigations/${id}/findings/${finding_id}/verdict`;
  await call("POST", url, { json: { verdict: "true_positive" } });
  const { status, body } = await call("POST", url, {
    json: { verdict: "false_positive", note: "a test host" },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    detection_id: "nopasswd_sudo",
    calibration: { confidence: 0.9, true_positives: 9, false_positives: 1 },
  });
  expect((await store.find("verdict", `${id}/${finding_id}`))?.record).toMatchObject({
    verdict: "false_positive",
    note: "a test host",
    detection_id: "nopasswd_sudo",
  });
  for (const [json, error] of [
    [{}, "missing_required_field"],
    [{ verdict: "maybe" }, "validation_error"],
    [{ verdict: "true_positive", note: null }, "validation_error"],
    [{ verdict: "true_positive", reason: "x" }, "validation_error"],
  ] as const) {
    expect(await call("POST", url, { json })).toMatchObject({ status: 400, body: { error } });
  }
  const absent = `/v1/investigations/${id}/findings/fnd_00000000000000000000000000/verdict`;
  expect((await call("POST", absent, { json: { verdict: "true_positive" } })).status).toBe(404);
});

test("detections are returned with their calibration", async () => {
  const { call } = await startTestServer();
  const { body } = await call("GET", "/v1/detections");
  expect(body.detections[0]).toMatchObject({
    id: "nopasswd_sudo",
    calibration: { confidence: 0.9 },
  });
  expect((await call("GET", "/v1/detections/nopasswd_sudo")).body).toEqual(body.detections[0]);
  expect((await call("GET", "/v1/detections/nothing")).status).toBe(404);
});
