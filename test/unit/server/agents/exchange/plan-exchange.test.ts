import { afterEach, expect, test, vi } from "vitest";
import { createSigningKey } from "../../../../../src/plan/key-seed.ts";
import { verifyResult } from "../../../../../src/plan/verify-result.ts";
import { createPlanExchange } from "../../../../../src/server/agents/exchange/plan-exchange.ts";
import {
  agent,
  never,
  offering,
  plan,
  planExchangeContract,
  receipt,
} from "./exchange-contract.ts";

afterEach(() => void vi.useRealTimers());

function anExchange() {
  const clock = { ms: 0, now: () => clock.ms };
  const { key } = createSigningKey();
  const exchange = createPlanExchange(clock, {
    verifyResult: async (signed, terms) => verifyResult(signed, terms),
  });
  return { clock, key, exchange, offer: offering(exchange, key) };
}

planExchangeContract(async () => anExchange().exchange);

test("an ended plan is forgotten after ten minutes", async () => {
  const { exchange, offer, key, clock } = anExchange();
  void offer();
  await exchange.accept(agent, "pln_1", receipt(key));
  clock.ms += 3_600_000;
  void offer({ plan: plan("pln_2") });
  await exchange.accept(agent, "pln_2", receipt(key, { plan_id: "pln_2" }));
  expect(await exchange.accept(agent, "pln_1", receipt(key))).toMatchObject({
    reason: "unknown_plan",
  });
});

test("an agent that isn't polling has time to reconnect", async () => {
  vi.useFakeTimers();
  const { exchange, offer } = anExchange();
  const offered = offer();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(await Promise.race([offered, "waiting"])).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(await offered).toMatchObject({ ok: false, reason: "offline" });
  expect(exchange.isPolling(agent)).toBe(false);
});

test("an agent whose connection broke off has the same time to reconnect, and keeps its plan", async () => {
  vi.useFakeTimers();
  const { exchange, offer, key } = anExchange();
  const polled = exchange.poll(agent, never);
  const offered = offer();
  await polled;
  exchange.disconnected(agent);
  await vi.advanceTimersByTimeAsync(9_000);
  const back = new AbortController();
  const again = exchange.poll(agent, back.signal);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await exchange.accept(agent, "pln_1", receipt(key))).toMatchObject({ status: "accepted" });
  expect(await offered).toMatchObject({ ok: true });
  back.abort();
  expect(await again).toEqual([]);
});
