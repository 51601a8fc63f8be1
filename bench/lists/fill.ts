import { newId } from "../../src/core/ids.ts";
import { openLowdbStore } from "../../src/store/lowdb/open-lowdb-store.ts";
import type { Change } from "../../src/store/port/store.ts";
import { aDelivery, anInvestigation } from "../../test/contract/store-records.ts";
import { agentRecord } from "../../test/helpers/records.ts";

/** Puts `count` investigations, deliveries, agents and standing questions into a data folder that no server holds. */
export async function fillLists(dir: string, count: number): Promise<void> {
  const store = await openLowdbStore({ dir });
  try {
    const account_id = await firstAccount(store);
    const from = Date.now() - count * 1_000;
    for (let number = 0; number < count; number++)
      await store.commit(changesAt(from + number * 1_000, account_id, number));
  } finally {
    await store.close();
  }
}

async function firstAccount(store: Awaited<ReturnType<typeof openLowdbStore>>): Promise<string> {
  for await (const { id } of store.scan("account")) return id;
  throw new Error("the data folder has no account: a server has to start over it first");
}

function changesAt(ms: number, account_id: string, number: number): Change[] {
  const at = new Date(ms).toISOString();
  const event_id = `0193c0de-0000-7000-8000-${String(number).padStart(12, "0")}`;
  const event_type = "agent.registered";
  const ended = { status: "completed", completed_at: at, due_at: null } as const;
  const investigation = anInvestigation({
    id: newId("inv", ms),
    account_id,
    ...ended,
    started_at: at,
  });
  const sent = { status: "delivered", created_at: at, due_at: null } as const;
  const delivery = aDelivery({
    id: newId("dlv", ms),
    account_id,
    event_id,
    event_type,
    ...sent,
    attempts: [{ number: 1, at, response_code: 200, error: null, duration_ms: 12 }],
  });
  const agent_id = `service-host-${String(number).padStart(5, "0")}`;
  const agent = agentRecord({ agent_id, id: `${account_id}/${agent_id}`, account_id });
  const data = { severity: "high", tags: {}, agent: { agent_id, hostname: agent_id } };
  const event = { event_id, event_type, emitted_at: at, api_version: "v1", data };
  return [
    { type: "put", kind: "investigation", record: investigation },
    { type: "put", kind: "event", record: { id: event_id, account_id, event: event as never } },
    { type: "put", kind: "delivery", record: delivery },
    { type: "put", kind: "agent", record: agent },
    { type: "put", kind: "curiosity", record: standing(ms, account_id) },
  ];
}

/** A paused one, so that none is run meanwhile. */
function standing(ms: number, account_id: string) {
  const at = new Date(ms).toISOString();
  return {
    id: newId("cur", ms),
    account_id,
    query: "which services listen on every interface?",
    interval: "24h",
    scope: { type: "selector" as const, filter: {} },
    depth: "standard" as const,
    active: false,
    first_run_at: at,
    slot_at: ms,
    last_slot_at: null,
    last_run_at: null,
    last_investigation_id: null,
    last_status: null,
    last_completed_id: null,
    run_count: 0,
    created_at: at,
    updated_at: at,
    due_at: null,
    lease: null,
  };
}
