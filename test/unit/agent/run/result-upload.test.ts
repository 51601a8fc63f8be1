import { expect, test } from "vitest";
import { BrainUnavailable, type UnavailableReason } from "../../../../src/agent/brain-port.ts";
import type { ReceiptStore, StoredReceipt } from "../../../../src/agent/receipt-store.ts";
import { createResultUpload } from "../../../../src/agent/run/result-upload.ts";
import { createRetryPolicy } from "../../../../src/agent/run/retry-policy.ts";
import { fakeBrain } from "./fake-brain.ts";

const receiptOf = (planId: string): StoredReceipt => ({
  planId,
  receipt: { payload: Buffer.from("{}").toString("base64"), signature: "AA==" },
});
const failure = (reason: UnavailableReason) => new BrainUnavailable(reason, `it is ${reason}`);

function uploading() {
  const brain = fakeBrain();
  const log: string[] = [];
  const record = (_: object, message: string) => void log.push(message);
  const agentLog = { debug() {}, info() {}, warn: record, error: record };
  const receipts = new Map<string, StoredReceipt>();
  const store: ReceiptStore = {
    add: async (one) => void receipts.set(one.planId, one),
    names: () => [...receipts.keys()],
    read: async (name) => receipts.get(name),
    remove: async (name) => void receipts.delete(name),
  };
  const stopping = new AbortController();
  const upload = createResultUpload({
    brain,
    agentId: "a",
    receipts: store,
    retryPolicy: createRetryPolicy({ log: agentLog, random: () => 0, quiet: true }),
    sleep: async () => {},
    log: agentLog,
    stopping: stopping.signal,
  });
  const sent = () =>
    brain.requests.flatMap((request) => (request.type === "result" ? [request.planId] : []));
  return { brain, upload, receipts, log, sent, stopping };
}

const { signal } = new AbortController();

test("a receipt that the brain rejects is logged and dropped", async () => {
  const { brain, upload, receipts, log, sent } = uploading();
  brain.failures = [failure("rejected")];
  await upload.send(receiptOf("pln_1"), signal);
  expect(sent()).toEqual(["pln_1"]);
  expect(receipts.size).toBe(0);
  expect(log).toEqual(["The server rejected a receipt: it is rejected"]);
});

test("stored receipts are uploaded in order, each retried until it succeeds", async () => {
  const { brain, upload, receipts, sent } = uploading();
  for (const planId of ["pln_1", "pln_2"]) receipts.set(planId, receiptOf(planId));
  brain.failures = [failure("unreachable"), failure("busy"), undefined, failure("unreachable")];
  upload.resume();
  upload.resume();
  await upload.settled();
  expect(sent()).toEqual(["pln_1", "pln_1", "pln_1", "pln_2", "pln_2"]);
  expect(receipts.size).toBe(0);
});

test("a receipt of an unknown plan does not block the others", async () => {
  const { brain, upload, receipts, log, sent } = uploading();
  for (const planId of ["pln_1", "pln_2"]) receipts.set(planId, receiptOf(planId));
  brain.failures = [failure("unknown_agent"), failure("unknown_agent"), failure("unknown_agent")];
  upload.resume();
  await upload.settled();
  expect(sent()).toEqual(["pln_1", "pln_1", "pln_1", "pln_2"]);
  expect(log).toEqual([
    "The server does not know the plan of a stored receipt; the receipt was dropped.",
  ]);
});

test("an agent that stops keeps its stored receipts", async () => {
  const { brain, upload, receipts, stopping } = uploading();
  receipts.set("pln_1", receiptOf("pln_1"));
  brain.failures = [failure("unreachable")];
  upload.resume();
  stopping.abort();
  await upload.settled();
  expect(receipts.size).toBe(1);
});
