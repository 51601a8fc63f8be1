import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { newId, uuidV7 } from "../src/core/ids.ts";
import { type DeliveryListQuery, listDeliveries } from "../src/server/webhooks/deliveries.ts";
import { openLowdbStore } from "../src/store/lowdb/open-lowdb-store.ts";
import type { Change, Store } from "../src/store/port/store.ts";
import { eventChange } from "../src/webhooks/outbox/outbox.ts";
import { aDelivery } from "../test/contract/store-records.ts";
import { median } from "./median.ts";
import type { BenchRow } from "./row.ts";

const stored = 100_000;
/** One in so many is a dead letter, with a response to keep. */
const deadOneIn = 1_000;
const subscriptions = 20;
const account = "acc_one";
const rounds = 31;

/** Typical queries of an operator over a long delivery log, through the routes. */
export async function run(): Promise<BenchRow[]> {
  const dir = await mkdtemp(join(import.meta.dirname ?? ".", "data-"));
  const store = await openLowdbStore({ dir });
  try {
    const firstMs = Date.now() - stored * 1_000;
    await fill(store, firstMs);
    const since = new Date(firstMs).toISOString();
    return [
      await rowOf("newest 50 by status", store, {
        bar: 20,
        query: { status: "failed_permanent", limit: 50 },
      }),
      await rowOf("a subscription's dead letters since a time, for their replay", store, {
        bar: 100,
        query: { status: "dead_lettered", subscription_id: "sub_7", since, limit: 200 },
      }),
    ];
  } finally {
    await store.close();
    await rm(dir, { recursive: true });
  }
}

async function fill(store: Store, firstMs: number): Promise<void> {
  for (let from = 0; from < stored; from += 500) {
    const numbers = Array.from({ length: 500 }, (_, at) => from + at);
    await store.commit(numbers.flatMap((number) => delivered(number, firstMs + number * 1_000)));
  }
}

function delivered(number: number, ms: number): Change[] {
  const isDead = number % deadOneIn === 7;
  const at = new Date(ms).toISOString();
  const response_code = isDead ? 410 : 200;
  const event_id = uuidV7(ms);
  const record = aDelivery({
    id: newId("dlv", ms),
    account_id: account,
    event_id,
    subscription_id: `sub_${number % subscriptions}`,
    status: isDead ? "failed_permanent" : "delivered",
    attempts: [{ number: 1, at, response_code, error: null, duration_ms: 12 }],
    last_response_body: isDead ? "x".repeat(4_096) : "ok",
    created_at: at,
    due_at: null,
  });
  const event_type = "investigation.queued" as const;
  const event = { event_id, event_type, emitted_at: at, api_version: "v1" as const, data: {} };
  return [eventChange(account, event), { type: "put", kind: "delivery", record }];
}

async function rowOf(
  what: string,
  store: Store,
  { bar, query }: { bar: number; query: DeliveryListQuery },
): Promise<BenchRow> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    const page = await listDeliveries(store, account, query);
    JSON.stringify(page);
    times.push(performance.now() - from);
    if (page.deliveries.length === 0) throw new Error("nothing was found");
  }
  const most = Math.max(...times);
  return {
    what: `100,000 stored deliveries: ${what} (slowest of ${rounds}; median)`,
    measured: `${most.toFixed(1)} ms (${median(times).toFixed(1)} ms)`,
    bar: `≤ ${bar} ms`,
    met: most <= bar,
  };
}
