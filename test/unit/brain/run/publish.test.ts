import { expect, test } from "vitest";
import { createPublisher } from "../../../../src/brain/run/publish.ts";
import { readReceipts } from "../../../../src/brain/run/receipts.ts";
import { inStatus, openRunRecord } from "../../../../src/brain/run/run-record.ts";
import { readRows } from "../../../../src/brain/run/stored-rows.ts";
import type { Receipt } from "../../../../src/contract/receipt.ts";
import type { Finding } from "../../../../src/contract/summary.ts";
import { readJsonBlob, type Store } from "../../../../src/store/port/store.ts";
import {
  type InvestigationBlob,
  type InvestigationRecord,
  receiptBlob,
  rowsBlob,
} from "../../../../src/store/records.ts";
import { finding } from "../../../helpers/api-records.ts";
import { investigationRecord, statementResult } from "../../../helpers/records.ts";
import { planResult, receiptOf } from "../../../helpers/signed-answer.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

const clock = { now: () => Date.parse("2026-11-01T00:00:10.000Z") };

/** What one host gave: a finding and the receipt it rests on. */
function gave(agentId: string): [Finding[], Receipt[]] {
  const receipt = receiptOf(
    planResult(agentId, `pln_${agentId}`, [
      statementResult({ id: "weak/evidence", columns: ["1"], rows: [[1]] }),
    ]),
  );
  const { plan_id, key_id, signature } = receipt;
  const one = finding({
    finding_id: `fnd_${agentId}`,
    agent_id: agentId,
    receipt: { plan_id, key_id, signature },
  });
  return [[one], [receipt]];
}

/** A publisher over a stored, running investigation. */
async function publishing(store: Store, over: Partial<InvestigationRecord> = {}) {
  const record = investigationRecord({ status: "running", ...over });
  await store.commit([{ type: "put", kind: "investigation", record }]);
  const run = (await openRunRecord(store, record.id, "test"))!;
  return createPublisher(run, { store, clock, emit: () => [] });
}

const stored = async (store: Store) =>
  (await store.find("investigation", investigationRecord().id))!.record;
const receiptsIn = async (store: Store) =>
  (await readReceipts(store, await stored(store), 0))?.receipts.map(({ agent_id }) => agent_id);

test("receipts are stored with their findings, and a resumed run appends its own", async () => {
  const store = await openTestStore();
  const first = await publishing(store);
  first.add(...gave("web-1"));
  await first.flush();
  const again = await publishing(store, await stored(store));
  again.add(...gave("web-1"));
  again.add(...gave("web-2"));
  await again.flush();
  const record = await stored(store);
  const blob = await readJsonBlob<InvestigationBlob>(store, record.blob!);
  expect(blob?.findings.map(({ agent_id }) => agent_id)).toEqual(["web-1", "web-2"]);
  expect(await receiptsIn(store)).toEqual(["web-1", "web-2", "web-1"]);
});

test("a receipt without a finding is stored too", async () => {
  const store = await openTestStore();
  const publisher = await publishing(store);
  publisher.add([], gave("web-1")[1]);
  await publisher.flush();
  expect(await receiptsIn(store)).toEqual(["web-1"]);
  expect((await stored(store)).blob).toBeNull();
});

test("an investigation that was cancelled meanwhile leaves no blob behind", async () => {
  const store = await openTestStore();
  const publisher = await publishing(store);
  const record = inStatus(await stored(store), "cancelled");
  await store.commit([{ type: "put", kind: "investigation", record }]);
  publisher.add(...gave("web-1"));
  expect(await publisher.flush()).toBe(false);
  expect(await store.getBlob(receiptBlob(record.id, 1))).toBeUndefined();
  expect(await stored(store)).not.toHaveProperty("receipts");
});

test("a finding that is added during a write is published whole by the next one", async () => {
  const store = await openTestStore();
  const publisher = await publishing(store);
  publisher.add(...gave("web-1"));
  const putBlob = store.putBlob;
  store.putBlob = async (...blob) => {
    store.putBlob = putBlob;
    publisher.add(...gave("web-2"));
    return putBlob(...blob);
  };
  await publisher.flush();
  const between = await stored(store);
  const told = await readJsonBlob<InvestigationBlob>(store, between.blob!);
  expect(told?.findings).toHaveLength(1);
  expect(between.progress?.findings).toBe(1);
  await publisher.flush();
  expect((await stored(store)).timeline.filter(({ type }) => type === "finding")).toHaveLength(2);
  expect(await receiptsIn(store)).toEqual(["web-1", "web-2"]);
});

const ofRows = (length: number) => ({
  columns: ["n"],
  rows: Array.from({ length }, (_, n) => [n]),
  row_count: 600,
  truncated: length < 600,
});
const long = { answer: ofRows(500), allRows: ofRows(600), changes: () => [] };

test("rows that the answer lacks are stored beside it, and a short answer only once", async () => {
  const store = await openTestStore();
  const publisher = await publishing(store);
  await publisher.finish((record) => record, long);
  const { id, rows } = await stored(store);
  const page = await readRows(store, { id, position: rows! }, { from: 399, limit: 200 });
  expect(page).toMatchObject({ columns: ["n"], row_count: 600, stored: 600, truncated: false });
  expect(page?.rows).toEqual(long.allRows.rows.slice(399, 599));
  const short = await openTestStore();
  const whole = { ...long, answer: ofRows(5), allRows: ofRows(5) };
  await (await publishing(short)).finish((record) => record, whole);
  expect(await stored(short)).not.toHaveProperty("rows");
  expect(await short.getBlob(rowsBlob(id))).toBeUndefined();
});

test("rows beyond 8 MiB are not stored, and the index counts what is", async () => {
  const store = await openTestStore();
  const rows = Array.from({ length: 1_000 }, () => ["x".repeat(16_000)]);
  const allRows = { ...ofRows(0), rows, row_count: 1_000, truncated: false };
  await (await publishing(store)).finish((record) => record, { ...long, allRows });
  const { id, rows: position } = await stored(store);
  const page = await readRows(store, { id, position: position! }, { from: 0, limit: 1 });
  expect(page).toMatchObject({ stored: 524, row_count: 1_000, truncated: true });
});

test("an investigation that was cancelled before its end leaves no rows behind", async () => {
  const store = await openTestStore();
  const publisher = await publishing(store);
  const record = inStatus(await stored(store), "cancelled");
  await store.commit([{ type: "put", kind: "investigation", record }]);
  expect(await publisher.finish((one) => one, long)).toBe(false);
  expect(await store.getBlob(rowsBlob(record.id))).toBeUndefined();
});
