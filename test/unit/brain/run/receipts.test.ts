import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { keepReceipts, maxReceiptBytes, readReceipts } from "../../../../src/brain/run/receipts.ts";
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
const behind = (receipt: Receipt) => ({ receipt, behindFinding: true });
const other = (receipt: Receipt) => ({ receipt, behindFinding: false });
const withKept = (receipts: StoredReceipts) => ({ ...record, receipts });

test("receipts come out as they went in, whatever their bytes, over several writes", async () => {
  const store = await openTestStore();
  const odd = {
    ...signed("odd"),
    payload: Buffer.from([0xff, 0xfe, 0x0a, 0x00]).toString("base64"),
  };
  const mark = { ...signed("mark"), payload: Buffer.from("\ufeff{}\n").toString("base64") };
  const text = signed("web-1", [["é\n\u0000"]]);
  const first = await keepReceipts(store, record, [other(odd), behind(text)]);
  const second = await keepReceipts(store, withKept(first.kept), [other(mark)]);
  expect(second.kept).toMatchObject({ blobs: 3, omitted: 0 });
  const page = await readReceipts(store, withKept(second.kept), 0);
  expect(page).toEqual({ receipts: [text, odd, mark], next: null });
});

test("what an agent sends along with its receipt is not kept", async () => {
  const store = await openTestStore();
  const receipt = signed("web-1");
  const more = { ...receipt, text: "forged", more: "x".repeat(1_000) };
  const { kept } = await keepReceipts(store, record, [other(more)]);
  expect(await readReceipts(store, withKept(kept), 0)).toEqual({ receipts: [receipt], next: null });
});

test("a blob that is gone is told, not skipped", async () => {
  const store = await openTestStore();
  const { kept, written } = await keepReceipts(store, record, [other(signed("web-1"))]);
  await store.removeBlob(written[0]!);
  expect(await readReceipts(store, withKept(kept), 0)).toBeUndefined();
});

test("many receipts are read page by page, each once", async () => {
  const store = await openTestStore();
  const large = Array.from({ length: 12 }, (_, n) => incompressible(`web-${n}`, 600_000));
  const { kept } = await keepReceipts(store, record, large.map(behind));
  const read: Receipt[] = [];
  let pages = 0;
  for (let at: number | null = 0; at !== null; pages++) {
    const page: Awaited<ReturnType<typeof readReceipts>> = await readReceipts(
      store,
      withKept(kept),
      at,
    );
    read.push(...page!.receipts);
    at = page!.next;
  }
  expect(read).toEqual(large);
  expect(pages).toBeGreaterThan(1);
});

test("what is too much is left out and counted, and never more than the limit is kept", async () => {
  const store = await openTestStore();
  const almostFull = { blobs: 7, bytes: maxReceiptBytes - 4_000_000, omitted: 3 };
  const { kept, written } = await keepReceipts(store, withKept(almostFull), [
    behind(incompressible("greedy", 2_000_000)),
    behind(signed("web-1")),
  ]);
  expect(kept).toMatchObject({ blobs: 8, omitted: 4 });
  expect(kept.bytes).toBeLessThan(maxReceiptBytes);
  expect(written).toEqual([`receipts/${record.id}-8`]);
});

test("half of the room is for receipts that findings rest on", async () => {
  const store = await openTestStore();
  const halfFull = { blobs: 1, bytes: maxReceiptBytes / 2, omitted: 0 };
  const { kept } = await keepReceipts(store, withKept(halfFull), [
    other(signed("clean")),
    behind(signed("weak")),
  ]);
  expect(kept).toMatchObject({ blobs: 2, omitted: 1 });
});

test("hosts that answer with all they can leave room for the others", async () => {
  const store = await openTestStore();
  let kept: StoredReceipts = { blobs: 0, bytes: maxReceiptBytes - 4_000_000, omitted: 0 };
  for (let n = 0; n < 10; n++) {
    const greedy = behind(incompressible(`greedy-${n}`, 700_000));
    ({ kept } = await keepReceipts(store, withKept(kept), [greedy]));
  }
  const honest = Array.from({ length: 100 }, (_, n) => behind(signed(`web-${n}`)));
  const after = await keepReceipts(store, withKept(kept), honest);
  expect(kept.omitted).toBeGreaterThan(0);
  expect(after.kept.omitted).toBe(kept.omitted);
});
