import { expect, test } from "vitest";
import { BrainUnavailable, type UnavailableReason } from "../../../../src/agent/brain-port.ts";
import type { KeptReceipt, Outbox } from "../../../../src/agent/receipt-store.ts";
import { createDelivery } from "../../../../src/agent/run/result-upload.ts";
import { createSetbacks } from "../../../../src/agent/run/retry-policy.ts";
import { fakeBrain } from "./fake-brain.ts";

const kept = (planId: string): KeptReceipt => ({
  planId,
  receipt: { payload: Buffer.from("{}").toString("base64"), signature: "AA==" },
});
const failure = (reason: UnavailableReason) => new BrainUnavailable(reason, `it is ${reason}`);

function delivering() {
  const brain = fakeBrain();
  const log: string[] = [];
  const tell = (_: object, message: string) => void log.push(message);
  const agentLog = { debug() {}, info() {}, warn: tell, error: tell };
  const receipts = new Map<string, KeptReceipt>();
  const outbox: Outbox = {
    add: async (one) => void receipts.set(one.planId, one),
    names: () => [...receipts.keys()],
    read: async (name) => receipts.get(name),
    remove: async (name) => void receipts.delete(name),
  };
  const stopping = new AbortController();
  const delivery = createDelivery({
    brain,
    agentId: "a",
    outbox,
    setbacks: createSetbacks({ log: agentLog, random: () => 0, quiet: true }),
    sleep: async () => {},
    log: agentLog,
    stopping: stopping.signal,
  });
  const sent = () => brain.said.flatMap((word) => (word.type === "result" ? [word.planId] : []));
  return { brain, delivery, receipts, log, sent, stopping };
}

const { signal } = new AbortController();

test("what the brain will never take is told and dropped", async () => {
  const { brain, delivery, receipts, log, sent } = delivering();
  brain.failures = [failure("rejected")];
  await delivery.send(kept("pln_1"), signal);
  expect(sent()).toEqual(["pln_1"]);
  expect(receipts.size).toBe(0);
  expect(log).toEqual(["The brain did not take a receipt: it is rejected"]);
});

test("what is kept goes in the order it came, each as often as it takes", async () => {
  const { brain, delivery, receipts, sent } = delivering();
  for (const planId of ["pln_1", "pln_2"]) receipts.set(planId, kept(planId));
  brain.failures = [failure("unreachable"), failure("busy"), undefined, failure("unreachable")];
  delivery.resume();
  delivery.resume();
  await delivery.ended();
  expect(sent()).toEqual(["pln_1", "pln_1", "pln_1", "pln_2", "pln_2"]);
  expect(receipts.size).toBe(0);
});

test("a plan that the brain knows nothing of doesn't hold up the others", async () => {
  const { brain, delivery, receipts, log, sent } = delivering();
  for (const planId of ["pln_1", "pln_2"]) receipts.set(planId, kept(planId));
  brain.failures = [failure("unknown_agent"), failure("unknown_agent"), failure("unknown_agent")];
  delivery.resume();
  await delivery.ended();
  expect(sent()).toEqual(["pln_1", "pln_1", "pln_1", "pln_2"]);
  expect(log).toEqual(["The brain knows nothing of a plan whose receipt was kept."]);
});

test("an agent that stops leaves what is kept where it is", async () => {
  const { brain, delivery, receipts, stopping } = delivering();
  receipts.set("pln_1", kept("pln_1"));
  brain.failures = [failure("unreachable")];
  delivery.resume();
  stopping.abort();
  await delivery.ended();
  expect(receipts.size).toBe(1);
});
