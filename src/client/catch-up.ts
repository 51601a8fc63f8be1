import type { Delivery, DeliveryStatus } from "../contract/webhook.ts";
import { AppError } from "../core/errors.ts";
import type { DeliveryLedger } from "./delivery-ledger.ts";
import type { Client, DeliveryQuery } from "./types.ts";

/** Which deliveries are followed. Their status is not part of it: it is what changes. */
export type FollowedQuery = Omit<DeliveryQuery, "status" | "until" | "limit">;

type Deliveries = Pick<Client, "deliveries" | "delivery">;

const pageSize = 200;
/**
 * Ids are given a moment before their deliveries can be seen, and on several servers by several
 * clocks: so far below the newest known one may be new.
 */
const overlapMs = 5_000;

/** Takes what there is already as known, and gives its newest page. */
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
  // Without times nothing tells how far back to look: then all there is has been read.
  if (ledger.newest() === null || horizonOf(ledger) === "") return pages[0] ?? [];
  const newest = ledger.newest()?.id ?? "";
  for await (const delivery of openDeliveries(client, query, signal)) {
    // What came since is news.
    if (delivery.delivery_id <= newest) ledger.record(delivery);
  }
  ledger.ignoreUpTo(pages.at(-1)?.at(-1)?.delivery_id ?? "");
  return pages[0] ?? [];
}

/**
 * What happened since it was last looked, in the order it happened. Nothing is taken yet: what
 * was read before a connection broke would be known and never told.
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

/** Newest first, down to where nothing can be new. */
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

/** One that was open and is not among the open ones any more; nothing when it is gone. */
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

/** ISO time down to which something may be new; the empty text, before all times, if all may be. */
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
