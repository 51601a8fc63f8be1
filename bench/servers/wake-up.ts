import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { keyFingerprint, readSecretKey } from "../../src/compose/keys/secret-key.ts";
import type { Plan } from "../../src/contract/plan.ts";
import { newId } from "../../src/core/ids.ts";
import { createSharedExchange } from "../../src/server/agents/exchange/shared-exchange.ts";
import type { Store } from "../../src/store/port/store.ts";
import { openPostgresStore } from "../../src/store/postgres/postgres-store.ts";
import type { AgentRecord } from "../../src/store/records.ts";
import { startPollers } from "../fleet/pollers.ts";
import type { BenchServer } from "../fleet/server.ts";

const onError = (error: unknown) => {
  throw error;
};
const betweenPlansMs = 100;
const planLifeMs = 30_000;

/**
 * Milliseconds from the offer of a plan by one server, which runs in this process, to the response
 * to its agent's poll of another; sorted.
 */
export async function wakeUps(server: BenchServer, database: string, plans: number) {
  const store = await openPostgresStore({
    url: database,
    server: randomUUID(),
    keyFingerprint: keyFingerprint(readSecretKey(server.dataDir)),
    onError,
    onAvailability: () => undefined,
  });
  const pollers = await startPollers(server, 1);
  const exchange = createSharedExchange(store.shared.plans, {
    verifyResult: () => Promise.reject(new Error("these agents answer no plan")),
    onError,
  });
  try {
    const agent = await onlyAgent(store);
    const times: number[] = [];
    for (let plan = 0; plan < plans; plan++) {
      await delay(betweenPlansMs);
      const reached = pollers.nextPlan(0);
      const over = new AbortController();
      const started = performance.now();
      const offered = exchange.offer({
        agent: agent.id,
        plan: planFor(agent.agent_id),
        publicKey: Buffer.from(agent.public_key, "base64"),
        reconnectMs: planLifeMs,
        signal: over.signal,
      });
      await reached;
      times.push(performance.now() - started);
      over.abort();
      await offered;
    }
    return times.sort((a, b) => a - b);
  } finally {
    exchange.stop();
    pollers.stop();
    await store.close();
  }
}

async function onlyAgent(store: Store): Promise<AgentRecord> {
  for await (const agent of store.scan("agent")) return agent;
  throw new Error("no agent is registered");
}

function planFor(agent_id: string): Plan {
  const nowMs = Date.now();
  return {
    plan_id: newId("pln", nowMs),
    investigation_id: newId("inv", nowMs),
    agent_id,
    issued_at: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + planLifeMs).toISOString(),
    statements: [{ id: "a", sql: "SELECT * FROM users", max_rows: 100, timeout_ms: 10_000 }],
  };
}
