import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  maxReceiptBytes,
  readReceipts,
  storeReceipts,
} from "../../../../src/brain/run/receipts.ts";
import type { Receipt } from "../../../../src/contract/receipt.ts";
import type { StoredReceipts } from "../../../../src/store/records.ts";
import { investigationRecord, statementResult } from "../../../helpers/records.ts";
import { planResult, receiptOf } from "../../../helpers/signed-answer.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

const record = investigationRecord();

const signed = (agentId: string, rows: string[][] = [["x"]]) =>
  receiptOf(
    planResult(agentId, `pln_${agentId}`, [statementResult({ id: "a", columns: ["a"], rows })]),
  );
/** Bytes that no compressor makes smaller; whether a signature is good is not asked here. */
const incompressible = (agentId: string, bytes: number): Receipt => ({
  ...signed(agentId),
  payload: randomBytes(bytes).toString("base64"),
});
const proof = (receipt: Receipt) => ({ receipt, provesFinding: true });
const other = (receipt: Receipt) => ({ receipt, provesFinding: false });
const withReceipts = (receipts: StoredReceipts) => ({ ...record, receipts });

test("receipts are read back byte for byte over several writes", async () => {
  const store = await openTestStore();
  const odd = {
    ...signed("odd"),
    payload: Buffer.from([0xff, 0xfe, 0x0a, 0x00]).toString("base64"),
  };
  const mark = { ...signed("mark"), payload: Buffer.from("\ufeff{}\n").toString("base64") };
  const text = signed("web-1", [["é\n\u0000"]]);
  const first = await storeReceipts(store, record, [other(odd), proof(text)]);
  const second = await storeReceipts(store, withReceipts(first.receipts), [other(mark)]);
  expect(second.receipts).toMatchObject({ blobs: 3, omitted: 0 });
  const page = await readReceipts(store, withReceipts(second.receipts), 0);
  expect(page).toEqual({ receipts: [text, odd, mark], next: null });
});

test("other fields in a receipt are not stored", async () => {
  const store = await openTestStore();
  const receipt = signed("web-1");
  const more = { ...receipt, text: "forged", more: "x".repeat(1_000) };
  const { receipts: stored } = await storeReceipts(store, record, [other(more)]);
  expect(await readReceipts(store, withReceipts(stored), 0)).toEqual({
    receipts: [receipt],
    next: null,
  });
});

test("a missing blob is reported, not skipped", async () => {
  const store = await openTestStore();
  const { receipts: stored, written } = await storeReceipts(store, record, [
    other(signed("web-1")),
  ]);
  await store.removeBlob(written[0]!);
  expect(await readReceipts(store, withReceipts(stored), 0)).toBeUndefined();
});

test("many receipts are read page by page, each once", async () => {
  const store = await openTestStore();
  const large = Array.from({ length: 12 }, (_, n) => incompressible(`web-${n}`, 600_000));
  const { receipts: stored } = await storeReceipts(store, record, large.map(proof));
  const read: Receipt[] = [];
  let pages = 0;
  for (let at: number | null = 0; at !== null; pages++) {
    const page: Awaited<ReturnType<typeof readReceipts>> = await readReceipts(
      store,
      withReceipts(stored),
      at,
    );
    read.push(...page!.receipts);
    at = page!.next;
  }
  expect(read).toEqual(large);
  expect(pages).toBeGreaterThan(1);
});

test("receipts beyond the limit are omitted and counted", async () => {
  const store = await openTestStore();
  const almostFull = { blobs: 7, bytes: maxReceiptBytes - 4_000_000, omitted: 3 };
  const { receipts: stored, written } = await storeReceipts(store, withReceipts(almostFull), [
    proof(incompressible("greedy", 2_000_000)),
    proof(signed("web-1")),
  ]);
  expect(stored).toMatchObject({ blobs: 8, omitted: 4 });
  expect(stored.bytes).toBeLessThan(maxReceiptBytes);
  expect(written).toEqual([`receipts/${record.id}-8`]);
});

test("half of the space is reserved for receipts that prove findings", async () => {
  const store = await openTestStore();
  const halfFull = { blobs: 1, bytes: maxReceiptBytes / 2, omitted: 0 };
  const { receipts: stored } = await storeReceipts(store, withReceipts(halfFull), [
    other(signed("clean")),
    proof(signed("weak")),
  ]);
  expect(stored).toMatchObject({ blobs: 2, omitted: 1 });
});

test("hosts with huge answers leave space for the others", async () => {
  const store = await openTestStore();
  let stored: StoredReceipts = { blobs: 0, bytes: maxReceiptBytes - 4_000_000, omitted: 0 };
  for (let n = 0; n < 10; n++) {
    const greedy = proof(incompressible(`greedy-${n}`, 700_000));
    ({ receipts: stored } = await storeReceipts(store, withReceipts(stored), [greedy]));
  }
  const honest = Array.from({ length: 100 }, (_, n) => proof(signed(`web-${n}`)));
  const after = await storeReceipts(store, withReceipts(stored), honest);
  expect(stored.omitted).toBeGreaterThan(0);
  expect(after.receipts.omitted).toBe(stored.omitted);
});
