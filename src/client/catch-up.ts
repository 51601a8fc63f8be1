import type { Delivery, DeliveryStatus } from "../contract/webhook.ts";
import { AppError } from "../core/errors.ts";
import type { DeliveryLedger } from "./delivery-ledger.ts";
import type { Client, DeliveryQuery } from "./types.ts";

/** Which deliveries to follow. Status is not included, since it changes. */
export type FollowedQuery = Omit<DeliveryQuery, "status" | "until" | "limit">;

type Deliveries = Pick<Client, "deliveries" | "delivery">;

const pageSize = 200;
/**
 * Ids are created shortly before their deliveries become visible, and on several servers by different
 * clocks: within this time below the newest known one, a delivery may still be new.
 */
const overlapMs = 5_000;

/** Records existing deliveries as known and returns the newest page. */
export async function loadExisting(
  client: Deliveries,
  query: FollowedQuery,
  ledger: DeliveryLedger,
  signal: AbortSignal,
): Promise<Delivery[]> {
  const pages: Delivery[][] = [];
  for await (const page of newestPages(client, query, ledger, signal)) {
    for (const delivery of page) ledger.record(delivery);
    pages.push(page);
  }
  // Without times there is no limit to search back to: then everything has been read.
  if (ledger.newest() === null || horizonOf(ledger) === "") return pages[0] ?? [];
  const newest = ledger.newest()?.id ?? "";
  for await (const delivery of openDeliveries(client, query, signal)) {
    // Later ones are new.
    if (delivery.delivery_id <= newest) ledger.record(delivery);
  }
  ledger.ignoreUpTo(pages.at(-1)?.at(-1)?.delivery_id ?? "");
  return pages[0] ?? [];
}

/**
 * Changes since the last read, in order. They are not recorded yet: if the connection breaks,
 * a recorded change would never be reported.
 */
export async function readChanges(
  client: Deliveries,
  query: FollowedQuery,
  ledger: DeliveryLedger,
  signal: AbortSignal,
): Promise<Delivery[]> {
  const horizon = horizonOf(ledger);
  const older = ledger.open().filter(({ createdAt }) => createdAt < horizon);
  const found: Delivery[] = [];
  const keep = (deliveries: Delivery[]) => found.push(...deliveries.filter(ledger.isNew));
  for await (const page of newestPages(client, query, ledger, signal)) keep(page);
  if (older.length > 0) {
    const missing = new Set(older.map(({ id }) => id));
    for await (const delivery of openDeliveries(client, query, signal)) {
      missing.delete(delivery.delivery_id);
      keep([delivery]);
    }
    for (const id of missing) keep(await fetchOne(client, id, ledger, signal));
  }
  return found.sort(byTime);
}

/** Newest first, down to the point where nothing can be new. */
async function* newestPages(
  client: Deliveries,
  query: FollowedQuery,
  ledger: DeliveryLedger,
  signal: AbortSignal,
): AsyncGenerator<Delivery[]> {
  for await (const { deliveries } of client.deliveries({ ...query, limit: pageSize }, { signal })) {
    yield deliveries;
    const oldest = deliveries.at(-1);
    if (!oldest || oldest.created_at < horizonOf(ledger)) return;
  }
}

async function* openDeliveries(client: Deliveries, query: FollowedQuery, signal: AbortSignal) {
  const open: DeliveryStatus[] = ["pending", "retrying"];
  for (const status of open) {
    const asked = { ...query, status, limit: pageSize };
    for await (const { deliveries } of client.deliveries(asked, { signal })) yield* deliveries;
  }
}

/** A delivery that is no longer open; empty if it was deleted. */
async function fetchOne(
  client: Deliveries,
  id: string,
  ledger: DeliveryLedger,
  signal: AbortSignal,
): Promise<Delivery[]> {
  try {
    return [await client.delivery(id, { signal })];
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    ledger.forget(id);
    return [];
  }
}

/** The ISO time down to which deliveries may be new; empty, before all times, if all may be. */
function horizonOf(ledger: DeliveryLedger): string {
  const newestMs = Date.parse(ledger.newest()?.createdAt ?? "");
  return Number.isNaN(newestMs) ? "" : new Date(newestMs - overlapMs).toISOString();
}

function byTime(one: Delivery, other: Delivery): number {
  return timeOf(one) < timeOf(other) ? -1 : 1;
}

function timeOf({ attempts, created_at }: Delivery): string {
  return attempts.at(-1)?.at ?? created_at;
}
