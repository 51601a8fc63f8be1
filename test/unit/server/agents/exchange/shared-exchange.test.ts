import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createSigningKey } from "../../../../../src/plan/key-seed.ts";
import { verifyResult } from "../../../../../src/plan/verify-result.ts";
import type { PlanExchange } from "../../../../../src/server/agents/exchange/plan-exchange.ts";
import { createSharedExchange } from "../../../../../src/server/agents/exchange/shared-exchange.ts";
import type { PostgresStore } from "../../../../../src/store/postgres/postgres-store.ts";
import { newDatabase, noPostgres, runSql } from "../../../../helpers/postgres.ts";
import { openTestStore } from "../../../../helpers/postgres-store.ts";
import {
  agent,
  never,
  offering,
  plan,
  planExchangeContract,
  receipt,
} from "./exchange-contract.ts";

describe.skipIf(noPostgres)("over PostgreSQL", () => {
  let database: string;
  const stores: PostgresStore[] = [];
  const exchanges: PlanExchange[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);

  beforeAll(async () => {
    database = await newDatabase();
    for (let server = 0; server < 3; server++)
      stores.push(await openTestStore(database, { onError }));
  });

  afterEach(async () => {
    for (const exchange of exchanges.splice(0)) exchange.stop();
    // Statements of the exchanges are over once one more has run after them.
    for (const { shared } of stores) await shared.plans.take("nobody");
    await runSql(database, "TRUNCATE inquest.plan");
    expect(errors.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    for (const store of stores) await store.close();
  });

  function exchangeOf(server: number): PlanExchange {
    const exchange = createSharedExchange(stores[server]!.shared.plans, {
      verifyResult: async (signed, terms) => verifyResult(signed, terms),
      onError,
    });
    exchanges.push(exchange);
    return exchange;
  }

  function threeServers() {
    const [asker, poller, receiver] = [exchangeOf(0), exchangeOf(1), exchangeOf(2)];
    const { key } = createSigningKey();
    return { asker, poller, receiver, key, offer: offering(asker, key) };
  }

  planExchangeContract(async () => exchangeOf(0));

  test("a plan is offered by one server, fetched from another and answered to a third", async () => {
    const { poller, receiver, offer, key } = threeServers();
    const polled = poller.poll(agent, never);
    const offered = offer();
    expect(await polled).toEqual([plan()]);
    expect(await receiver.accept(agent, "pln_1", receipt(key))).toEqual({
      ok: true,
      status: "accepted",
    });
    expect(await offered).toMatchObject({ ok: true, result: { plan_id: "pln_1" } });
  });

  test("a plan waits for a poll at any server, and only one of two polls gets it", async () => {
    const { poller, receiver, offer } = threeServers();
    const closed = new AbortController();
    void offer();
    const polls = [poller.poll(agent, closed.signal), receiver.poll(agent, closed.signal)];
    const first = await Promise.race(polls);
    expect(first).toEqual([plan()]);
    closed.abort();
    expect((await Promise.all(polls)).flat()).toEqual([plan()]);
  });

  test("a receipt that arrives at two servers is accepted once", async () => {
    const { poller, receiver, offer, key } = threeServers();
    const polled = poller.poll(agent, never);
    const offered = offer();
    await polled;
    const received = await Promise.all([
      poller.accept(agent, "pln_1", receipt(key)),
      receiver.accept(agent, "pln_1", receipt(key)),
    ]);
    expect(received.map((outcome) => outcome.ok && outcome.status).toSorted()).toEqual([
      "accepted",
      "duplicate",
    ]);
    expect(await offered).toMatchObject({ ok: true });
  });

  test("a receipt that doesn't verify fails the plan at the server that asked", async () => {
    const { poller, receiver, offer } = threeServers();
    const polled = poller.poll(agent, never);
    const offered = offer();
    await polled;
    const forged = receipt(createSigningKey().key);
    expect(await receiver.accept(agent, "pln_1", forged)).toMatchObject({ reason: "not_verified" });
    expect(await offered).toMatchObject({
      ok: false,
      reason: "error",
      detail: "the receipt is not signed with the agent's key",
    });
  });

  test("a registration at another server fails the plans that the agent had fetched", async () => {
    const { poller, receiver, offer } = threeServers();
    const polled = poller.poll(agent, never);
    const fetched = offer();
    await polled;
    receiver.restarted(agent);
    expect(await fetched).toMatchObject({ detail: "the agent restarted before it answered" });
  });

  test("an interrupt ends the polls of all servers", async () => {
    const { asker, poller, receiver } = threeServers();
    const polls = [poller.poll(agent, never), receiver.poll(agent, never)];
    asker.interrupt(agent);
    expect(await Promise.all(polls)).toEqual([[], []]);
  });

  test("plans of an unsent response go to the next poll, at another server", async () => {
    const { poller, receiver, offer } = threeServers();
    const polled = poller.poll(agent, never);
    void offer();
    await polled;
    const next = receiver.poll(agent, never);
    poller.requeue(agent, ["pln_1"]);
    expect(await next).toEqual([plan()]);
  });

  test("a plan times out as one that was fetched, or as one that was not", async () => {
    const { poller, offer } = threeServers();
    const time = new AbortController();
    const unfetched = offer({ signal: time.signal });
    time.abort();
    expect(await unfetched).toMatchObject({ detail: "the agent did not fetch the plan" });
    const later = new AbortController();
    const polled = poller.poll(agent, never);
    const fetched = offer({ plan: plan("pln_2"), signal: later.signal });
    expect(await polled).toEqual([plan("pln_2")]);
    later.abort();
    expect(await fetched).toMatchObject({ reason: "timed_out" });
  });

  test("a plan fails if its agent does not come in time, or does not come back", async () => {
    const { poller, offer } = threeServers();
    const lost = { reason: "offline", detail: "the agent's connection was lost" };
    expect(await offer({ reconnectMs: 1 })).toMatchObject(lost);
    const polled = poller.poll(agent, never);
    const offered = offer({ plan: plan("pln_2"), reconnectMs: 200 });
    await polled;
    poller.disconnected(agent);
    expect(await offered).toMatchObject(lost);
  });

  test("an agent that comes back to another server keeps its plan", async () => {
    const { poller, receiver, offer, key } = threeServers();
    const polled = poller.poll(agent, never);
    const offered = offer({ reconnectMs: 100 });
    await polled;
    poller.disconnected(agent);
    const again = receiver.poll(agent, never);
    // Longer than the agent had for coming back.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await poller.accept(agent, "pln_1", receipt(key));
    expect(await offered).toMatchObject({ ok: true });
    receiver.interrupt(agent);
    expect(await again).toEqual([]);
  });

  test("agents get no plan of a server that has stopped", async () => {
    const { asker, poller, offer, key } = threeServers();
    const offered = offer();
    asker.stop();
    expect(await offered).toMatchObject({ detail: "the server is stopping" });
    await stores[0]!.shared.plans.take("nobody");
    const closed = new AbortController();
    const polled = poller.poll(agent, closed.signal);
    await stores[1]!.shared.plans.take("nobody");
    closed.abort();
    expect(await polled).toEqual([]);
    expect(await poller.accept(agent, "pln_1", receipt(key))).toMatchObject({ status: "late" });
  });

  test("a plan and its receipt whose notifications were lost are found", async () => {
    const { asker, poller, receiver, offer, key } = threeServers();
    const polled = poller.poll(agent, never);
    await runSql(
      database,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    const offered = offer();
    expect(await polled).toEqual([plan()]);
    await receiver.accept(agent, "pln_1", receipt(key));
    expect(await offered).toMatchObject({ ok: true });
    expect(asker.isPolling(agent)).toBe(false);
  });

  test("many agents with long ids, of any text, get their plans", async () => {
    const { poller, asker, key } = threeServers();
    const agents = Array.from({ length: 40 }, (_, at) => `acc_1/${at}\0"${"\u2028".repeat(240)}`);
    const closed = new AbortController();
    const polls = agents.map((id) => poller.poll(id, closed.signal));
    for (const [at, id] of agents.entries())
      void asker.offer({
        agent: id,
        plan: plan(`pln_${at}`),
        publicKey: key.publicKey,
        reconnectMs: 10_000,
        signal: closed.signal,
      });
    const polled = await Promise.all(polls);
    expect(polled.flat().map(({ plan_id }) => plan_id)).toEqual(agents.map((_, at) => `pln_${at}`));
    closed.abort();
  });

  test("an ended plan is forgotten after ten minutes", async () => {
    const { poller, offer, key } = threeServers();
    const offered = offer();
    expect(await poller.poll(agent, never)).toEqual([plan()]);
    await poller.accept(agent, "pln_1", receipt(key));
    await offered;
    await runSql(
      database,
      "UPDATE inquest.plan SET keep_until = keep_until - interval '10 minutes'",
    );
    expect(await poller.accept(agent, "pln_1", receipt(key))).toMatchObject({
      reason: "unknown_plan",
    });
  });
});
