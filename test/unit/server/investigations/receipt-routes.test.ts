import { randomBytes } from "node:crypto";
import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { storeReceipts } from "../../../../src/brain/run/receipts.ts";
import { type Receipt, ReceiptPage } from "../../../../src/contract/receipt.ts";
import { newId } from "../../../../src/core/ids.ts";
import { createAccount } from "../../../../src/server/access/keys.ts";
import { encodeCursor } from "../../../../src/server/http/cursor.ts";
import type { Store } from "../../../../src/store/port/store.ts";
import { investigationRecord, statementResult } from "../../../helpers/records.ts";
import { planResult, receiptOf } from "../../../helpers/signed-answer.ts";
import { startMs, startTestServer } from "../../../helpers/test-server.ts";

const signed = (agentId: string) =>
  receiptOf(planResult(agentId, `pln_${agentId}`, [statementResult({ id: "a" })]));
const large = (agentId: string): Receipt => ({
  ...signed(agentId),
  payload: randomBytes(1_500_000).toString("base64"),
});

/** An investigation with these stored receipts, and its path. */
async function investigated(
  { store, account }: { store: Store; account: { id: string } },
  receipts: Receipt[],
  omitted = 0,
) {
  const record = investigationRecord({ id: newId("inv", startMs), account_id: account.id });
  const { receipts: stored } = await storeReceipts(
    store,
    record,
    receipts.map((receipt) => ({ receipt, provesFinding: true })),
  );
  await store.commit([
    {
      type: "put",
      kind: "investigation",
      record: { ...record, ...(receipts.length > 0 && { receipts: { ...stored, omitted } }) },
    },
  ]);
  return { stored, record, url: `/v1/investigations/${record.id}/receipts` };
}

test("receipts are listed as signed, with truncated if some were not stored", async () => {
  const server = await startTestServer();
  const receipts = [signed("web-1"), signed("web-2")];
  const { url } = await investigated(server, receipts);
  const { status, body } = await server.call("GET", url);
  expect(status).toBe(200);
  expect([...Value.Errors(ReceiptPage, body)]).toEqual([]);
  expect(body).toEqual({ receipts, truncated: false, next_cursor: null });
  const cut = await investigated(server, receipts, 1);
  expect((await server.call("GET", cut.url)).body).toMatchObject({ truncated: true });
});

test("an investigation without receipts has an empty list", async () => {
  const server = await startTestServer();
  const { url } = await investigated(server, []);
  expect((await server.call("GET", url)).body).toEqual({
    receipts: [],
    truncated: false,
    next_cursor: null,
  });
});

test("a long list is paged", async () => {
  const server = await startTestServer();
  const receipts = ["a", "b", "c", "d"].map(large);
  const { url } = await investigated(server, receipts);
  const first = await server.call("GET", url);
  expect(first.body.next_cursor).not.toBeNull();
  const second = await server.call("GET", `${url}?cursor=${first.body.next_cursor}`);
  expect([...first.body.receipts, ...second.body.receipts]).toEqual(receipts);
  expect(second.body.next_cursor).toBeNull();
});

test("a cursor of another list, another account's investigation and a missing scope are rejected", async () => {
  const server = await startTestServer();
  const { url } = await investigated(server, [signed("web-1")]);
  for (const cursor of ["x", encodeCursor("0"), encodeCursor("-1"), encodeCursor("1.5")]) {
    const { status, body } = await server.call("GET", `${url}?cursor=${cursor}`);
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ path: "cursor", message: "is not a cursor of this list" }]);
  }
  const stranger = await createAccount(server.services, "second");
  expect((await server.call("GET", url, { key: stranger.key.key })).status).toBe(404);
  const key = await server.keyWith("agents:connect");
  expect((await server.call("GET", url, { key })).status).toBe(403);
});

test("receipts removed by retention are a 404, receipts lost otherwise a 500", async () => {
  const server = await startTestServer();
  const { store } = server;
  const { url, record } = await investigated(server, [signed("web-1")]);
  await store.removeBlob(`receipts/${record.id}-1`);
  expect((await server.call("GET", url)).status).toBe(500);
  const getBlob = store.getBlob;
  store.getBlob = async (name) => {
    await store.commit([{ type: "remove", kind: "investigation", id: record.id }]);
    return getBlob(name);
  };
  expect((await server.call("GET", url)).status).toBe(404);
});
