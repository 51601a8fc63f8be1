import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { storeRows } from "../../../../src/brain/run/stored-rows.ts";
import type { Cell } from "../../../../src/contract/common.ts";
import { type Answer, RowPage } from "../../../../src/contract/summary.ts";
import { newId } from "../../../../src/core/ids.ts";
import { createAccount } from "../../../../src/server/access/keys.ts";
import { encodeCursor } from "../../../../src/server/http/cursor.ts";
import { writeJsonBlob } from "../../../../src/store/port/store.ts";
import { rowsBlob } from "../../../../src/store/records.ts";
import { investigationRecord } from "../../../helpers/records.ts";
import { startMs, startTestServer } from "../../../helpers/test-server.ts";

type Server = Awaited<ReturnType<typeof startTestServer>>;

const ofRows = (length: number, row_count = length): Answer => ({
  columns: ["n", "name"],
  rows: Array.from({ length }, (_, n) => [n, `row ${n}`]),
  row_count,
  truncated: length < row_count,
});

/** A completed investigation with this answer, of which all rows are stored. */
async function answered({ store, account }: Server, answer: Answer | null, allRows: Answer | null) {
  const base = investigationRecord({ id: newId("inv", startMs), account_id: account.id });
  const blob = `investigation/${base.id}-1`;
  await writeJsonBlob(store, blob, { findings: [], chains: [], answer });
  const rows = await storeRows(store, base.id, { answer, allRows });
  const record = { ...base, blob, ...(rows && { rows }) };
  await store.commit([{ type: "put", kind: "investigation", record }]);
  return { record, url: `/v1/investigations/${record.id}/rows` };
}

async function everyRow({ call }: Server, url: string, limit: number): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  let cursor: string | null = null;
  do {
    const { body } = await call("GET", `${url}?limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`);
    expect(body.has_more).toBe(body.next_cursor !== null);
    rows.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return rows;
}

test.each([7, 50, 199, 200])("pages of %i rows list each row once, in order", async (limit) => {
  const server = await startTestServer();
  const all = ofRows(1_003);
  const { url } = await answered(server, ofRows(500, 1_003), all);
  expect(await everyRow(server, url, limit)).toEqual(all.rows);
});

test("an answer that has all rows is paged too, and nothing else is stored", async () => {
  const server = await startTestServer();
  const answer = ofRows(120);
  const { url, record } = await answered(server, answer, answer);
  const { body } = await server.call("GET", url);
  expect([...Value.Errors(RowPage, body)]).toEqual([]);
  expect(body).toMatchObject({ row_count: 120, truncated: false, has_more: true });
  expect(body.data).toEqual(answer.rows.slice(0, 50));
  expect(await everyRow(server, url, 50)).toEqual(answer.rows);
  expect(await server.store.getBlob(rowsBlob(record.id))).toBeUndefined();
});

test("a page reports rows that are not stored", async () => {
  const server = await startTestServer();
  const { url } = await answered(server, ofRows(500, 20_000), ofRows(10_000, 20_000));
  expect((await server.call("GET", url)).body).toMatchObject({
    row_count: 20_000,
    truncated: true,
  });
  expect(await everyRow(server, url, 200)).toHaveLength(10_000);
  // Written by a version that kept no other rows.
  const old = await answered(server, ofRows(500, 20_000), null);
  expect((await server.call("GET", old.url)).body).toMatchObject({ truncated: true });
});

test("an investigation without an answer has no rows", async () => {
  const server = await startTestServer();
  const { url } = await answered(server, null, null);
  expect((await server.call("GET", url)).body).toEqual({
    ...{ columns: [], data: [], row_count: 0, truncated: false },
    ...{ has_more: false, next_cursor: null },
  });
});

test("wrong parameters, another account's investigation and a missing scope are rejected", async () => {
  const server = await startTestServer();
  const { url } = await answered(server, ofRows(500, 600), ofRows(600));
  const cursors = ["x", ...["0", "-1", "1.5"].map(encodeCursor)].map((one) => `cursor=${one}`);
  for (const query of [...cursors, "limit=0", "limit=201", "sort=n"]) {
    const { status, body } = await server.call("GET", `${url}?${query}`);
    expect({ status, query }).toEqual({ status: 400, query });
    expect(body.issues[0].path).toBe(query.split("=")[0]);
  }
  const beyond = await server.call("GET", `${url}?cursor=${encodeCursor("5000")}`);
  expect(beyond.body).toMatchObject({ data: [], has_more: false, next_cursor: null });
  const stranger = await createAccount(server.services, "second");
  expect((await server.call("GET", url, { key: stranger.key.key })).status).toBe(404);
  const key = await server.keyWith("agents:connect");
  expect((await server.call("GET", url, { key })).status).toBe(403);
});

test("rows removed by retention are a 404, rows lost otherwise a 500", async () => {
  const server = await startTestServer();
  const { store } = server;
  const { url, record } = await answered(server, ofRows(500, 600), ofRows(600));
  await store.removeBlob(rowsBlob(record.id));
  expect((await server.call("GET", url)).status).toBe(500);
  const getBlob = store.getBlob;
  store.getBlob = async (...blob) => {
    await store.commit([{ type: "remove", kind: "investigation", id: record.id }]);
    return getBlob(...blob);
  };
  expect((await server.call("GET", url)).status).toBe(404);
});
