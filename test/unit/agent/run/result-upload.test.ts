import { expect, test } from "vitest";
import { BrainUnavailable, type UnavailableReason } from "../../../../src/agent/brain-port.ts";
import type { StoredReceipt, ReceiptStore } from "../../../../src/agent/receipt-store.ts";
import { createResultUpload } from "../../../../src/agent/run/result-upload.ts";
import { createRetryPolicy } from "../../../../src/agent/run/retry-policy.ts";
import { fakeBrain } from "./fake-brain.ts";

const kept = (planId: string): StoredReceipt => ({
  planId,
  receipt: { payload: Buffer.from("{}").toString("base64"), signature: "AA==" },
});
const failure = (reason: UnavailableReason) => new BrainUnavailable(reason, `it is ${reason}`);

function delivering() {
  const brain = fakeBrain();
  const log: string[] = [];
  const tell = (_: object, message: string) => void log.push(message);
  const agentLog = { debug() {}, info() {}, warn: tell, error: tell };
  const receipts = new Map<string, StoredReceipt>();
  const outbox: ReceiptStore = {
    add: async (one) => void receipts.set(one.planId, one),
    names: () => [...receipts.keys()],
    read: async (name) => receipts.get(name),
    remove: async (name) => void receipts.delete(name),
  };
  const stopping = new AbortController();
  const delivery = createResultUpload({
    brain,
    agentId: "a",
    receipts: outbox,
    retryPolicy: createRetryPolicy({ log: agentLog, random: () => 0, quiet: true }),
    sleep: async () => {},
    log: agentLog,
    stopping: stopping.signal,
  });
  const sent = () => brain.said.flatMap((word) => (word.type === "result" ? [word.planId] : []));
  return { brain, delivery, receipts, log, sent, stopping };
}

const { signal } = new AbortController();

test("a receipt that the brain rejects is logged and dropped", async () => {
  const { brain, delivery, receipts, log, sent } = delivering();
  brain.failures = [failure("rejected")];
  await delivery.send(kept("pln_1"), signal);
  expect(sent()).toEqual(["pln_1"]);
  expect(receipts.size).toBe(0);
  expect(log).toEqual(["The brain rejected a receipt: it is rejected"]);
});

test("stored receipts are uploaded in order, each retried until it succeeds", async () => {
  const { brain, delivery, receipts, sent } = delivering();
  for (const planId of ["pln_1", "pln_2"]) receipts.set(planId, kept(planId));
  brain.failures = [failure("unreachable"), failure("busy"), undefined, failure("unreachable")];
  delivery.resume();
  delivery.resume();
  await delivery.settled();
  expect(sent()).toEqual(["pln_1", "pln_1", "pln_1", "pln_2", "pln_2"]);
  expect(receipts.size).toBe(0);
});

test("a receipt of an unknown plan does not block the others", async () => {
  const { brain, delivery, receipts, log, sent } = delivering();
  for (const planId of ["pln_1", "pln_2"]) receipts.set(planId, kept(planId));
  brain.failures = [failure("unknown_agent"), failure("unknown_agent"), failure("unknown_agent")];
  delivery.resume();
  await delivery.settled();
  expect(sent()).toEqual(["pln_1", "pln_1", "pln_1", "pln_2"]);
  expect(log).toEqual(["The brain does not know the plan of a stored receipt; the receipt was dropped."]);
});

test("an agent that stops keeps its stored receipts", async () => {
  const { brain, delivery, receipts, stopping } = delivering();
  receipts.set("pln_1", kept("pln_1"));
  brain.failures = [failure("unreachable")];
  delivery.resume();
  stopping.abort();
  await delivery.settled();
  expect(receipts.size).toBe(1);
});
