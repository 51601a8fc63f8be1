import { expect, test } from "vitest";
import type { Plan, PlanResult } from "../../../../../src/contract/plan.ts";
import { createSigningKey } from "../../../../../src/plan/key-seed.ts";
import { signResult } from "../../../../../src/plan/sign-result.ts";
import type { SigningKey } from "../../../../../src/plan/signing-key.ts";
import type { PlanExchange } from "../../../../../src/server/agents/exchange/plan-exchange.ts";

export const agent = "acc_1/web-1";
export const never = new AbortController().signal;

export function plan(plan_id = "pln_1"): Plan {
  return {
    plan_id,
    investigation_id: "inv_1",
    agent_id: "web-1",
    issued_at: "2026-11-01T00:00:00.000Z",
    expires_at: "2026-11-01T00:00:30.000Z",
    statements: [{ id: "a", sql: "SELECT 1", max_rows: 1, timeout_ms: 1000 }],
  };
}

export function receipt(key: SigningKey, over: Partial<PlanResult> = {}) {
  const result: PlanResult = {
    plan_id: "pln_1",
    agent_id: "web-1",
    started_at: "2026-11-01T00:00:00.000Z",
    finished_at: "2026-11-01T00:00:01.000Z",
    refused: null,
    results: [],
    ...over,
  };
  return signResult(result, key);
}

/** Offers the test's plan with the test's key. */
export function offering(exchange: PlanExchange, key: SigningKey) {
  return (over: { plan?: Plan; signal?: AbortSignal; reconnectMs?: number } = {}) =>
    exchange.offer({
      agent,
      plan: plan(),
      publicKey: key.publicKey,
      reconnectMs: 10_000,
      signal: never,
      ...over,
    });
}

/** What every plan exchange does; `open` returns one without plans. */
export function planExchangeContract(open: () => Promise<PlanExchange>): void {
  async function anExchange() {
    const exchange = await open();
    const { key } = createSigningKey();
    return { key, exchange, offer: offering(exchange, key) };
  }

  test("a plan reaches an open poll, and its receipt resolves the offer", async () => {
    const { exchange, offer, key } = await anExchange();
    const polled = exchange.poll(agent, never);
    const offered = offer();
    expect(await polled).toEqual([plan()]);
    expect(await exchange.accept(agent, "pln_1", receipt(key))).toEqual({
      ok: true,
      status: "accepted",
    });
    expect(await offered).toMatchObject({ ok: true, result: { plan_id: "pln_1" } });
  });

  test("a plan waits for its agent's next poll, together with other plans", async () => {
    const { exchange, offer } = await anExchange();
    void offer();
    void offer({ plan: plan("pln_2") });
    expect(await exchange.poll(agent, never)).toEqual([plan(), plan("pln_2")]);
    exchange.stop();
  });

  test("other agents neither receive a plan nor can answer it", async () => {
    const { exchange, offer, key } = await anExchange();
    const other = new AbortController();
    const polled = exchange.poll("acc_1/web-2", other.signal);
    void offer();
    expect(await exchange.accept("acc_1/web-2", "pln_1", receipt(key))).toEqual({
      ok: false,
      reason: "unknown_plan",
    });
    other.abort();
    expect(await polled).toEqual([]);
    exchange.stop();
  });

  test("a second receipt is a duplicate, a receipt after the timeout is late", async () => {
    const { exchange, offer, key } = await anExchange();
    void offer();
    await exchange.accept(agent, "pln_1", receipt(key));
    expect(await exchange.accept(agent, "pln_1", receipt(key))).toEqual({
      ok: true,
      status: "duplicate",
    });
    const time = new AbortController();
    const offered = offer({ plan: plan("pln_2"), signal: time.signal });
    await exchange.poll(agent, never);
    time.abort();
    expect(await offered).toMatchObject({ ok: false, reason: "timed_out" });
    const late = receipt(key, { plan_id: "pln_2" });
    expect(await exchange.accept(agent, "pln_2", late)).toEqual({ ok: true, status: "late" });
  });

  test.each([
    ["signed by another", () => receipt(createSigningKey().key)],
    ["for another plan", ({ key }: { key: SigningKey }) => receipt(key, { plan_id: "x" })],
    ["in another's name", ({ key }: { key: SigningKey }) => receipt(key, { agent_id: "x" })],
    ["altered", ({ key }: { key: SigningKey }) => ({ ...receipt(key), payload: "e30=" })],
    ["no receipt", () => ({ payload: 1 })],
  ])("a receipt %s is rejected and its plan fails", async (_, made) => {
    const all = await anExchange();
    const offered = all.offer();
    const delivery = await all.exchange.accept(agent, "pln_1", made(all));
    expect(delivery).toMatchObject({ ok: false, reason: "not_verified" });
    expect(await offered).toMatchObject({ ok: false, reason: "error" });
  });

  test("plans of an unsent response go to the next poll", async () => {
    const { exchange, offer } = await anExchange();
    const polled = exchange.poll(agent, never);
    void offer();
    await polled;
    exchange.requeue(agent, ["pln_1", "unknown"]);
    expect(await exchange.poll(agent, never)).toEqual([plan()]);
    exchange.stop();
  });

  test("plans that a restarted agent had fetched fail", async () => {
    const { exchange, offer } = await anExchange();
    const polled = exchange.poll(agent, never);
    const fetched = offer();
    await polled;
    void offer({ plan: plan("pln_2") });
    exchange.restarted(agent);
    expect(await fetched).toMatchObject({
      ok: false,
      detail: "the agent restarted before it answered",
    });
    expect(await exchange.poll(agent, never)).toEqual([plan("pln_2")]);
    exchange.stop();
  });

  test("the newer of two polls is served, and both can be interrupted", async () => {
    const { exchange, offer } = await anExchange();
    const [older, newer] = [exchange.poll(agent, never), exchange.poll(agent, never)];
    void offer();
    expect(await newer).toEqual([plan()]);
    expect(exchange.isPolling(agent)).toBe(true);
    exchange.interrupt(agent);
    expect(await older).toEqual([]);
    expect(exchange.isPolling(agent)).toBe(false);
    exchange.stop();
  });

  test("stop ends every poll and every offer", async () => {
    const { exchange, offer } = await anExchange();
    const polled = exchange.poll("acc_1/web-2", never);
    const offered = offer();
    exchange.stop();
    expect(await polled).toEqual([]);
    expect(await offered).toMatchObject({ ok: false, reason: "offline" });
  });
}
