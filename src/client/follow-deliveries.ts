import type { Delivery } from "../contract/webhook.ts";
import { backoffMs } from "../core/backoff.ts";
import { AppError } from "../core/errors.ts";
import { type FollowedQuery, loadExisting, readChanges } from "./catch-up.ts";
import {
  createDeliveryLedger,
  type DeliveryChange,
  type DeliveryLedger,
} from "./delivery-ledger.ts";
import type { Client } from "./types.ts";

/** An update while following deliveries. */
export type DeliveryUpdate =
  /** Deliveries from before following began, newest first. */
  | { type: "past"; deliveries: Delivery[] }
  | ({ type: "change" } & DeliveryChange)
  /** All changes up to now have been reported. */
  | { type: "caught_up" }
  /** The server can't be reached at the moment. */
  | { type: "waiting"; reason: string; delayMs: number };

export interface FollowDeliveriesOptions {
  /** The server, discovered again before each connection: a restarted one may have moved. */
  client(): Promise<Client>;
  query: FollowedQuery;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  signal: AbortSignal;
}

const pollMs = 1_000;
const backoff = { baseMs: 500, capMs: 30_000 };

/**
 * Deliveries as they change, each attempt once, until the signal aborts. The stream reports
 * changes; after each reconnection the list supplies what was missed. A server without a
 * stream is polled.
 */
export async function* followDeliveries(
  following: FollowDeliveriesOptions,
): AsyncGenerator<DeliveryUpdate> {
  const { query, sleep, signal } = following;
  const ledger = createDeliveryLedger();
  if (query.since === undefined) {
    const client = await following.client();
    yield { type: "past", deliveries: await loadExisting(client, query, ledger, signal) };
  }
  for (let failures = 0; ; failures++) {
    const outcome = { reason: "The connection ended", heard: false };
    try {
      for await (const news of followOnce(following, ledger)) {
        outcome.heard = true;
        yield news;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!isTemporary(error)) throw error;
      outcome.reason = error.message.replace(/\.$/, "");
    }
    if (outcome.heard) failures = 0;
    const delayMs = backoffMs(failures, { ...backoff, random: following.random });
    yield { type: "waiting", reason: outcome.reason, delayMs };
    await sleep(delayMs, signal);
  }
}

/** One connection: first the missed changes, then those of the stream. */
async function* followOnce(
  { client: find, query, sleep, signal }: FollowDeliveriesOptions,
  ledger: DeliveryLedger,
): AsyncGenerator<DeliveryUpdate> {
  const client = await find();
  // Open the stream before reading the list, so that no change is missed in between.
  const { since = "", ...filter } = query;
  const stream = await client.streamDeliveries(filter, { signal });
  yield* changesOf(await readChanges(client, query, ledger, signal), ledger);
  yield { type: "caught_up" };
  while (stream === null) {
    await sleep(pollMs, signal);
    yield* changesOf(await readChanges(client, query, ledger, signal), ledger);
  }
  for await (const delivery of stream) {
    // The stream also reports changes of deliveries older than `since`.
    if (delivery.created_at >= since) yield* changesOf([delivery], ledger);
  }
  signal.throwIfAborted();
}

function* changesOf(deliveries: Delivery[], ledger: DeliveryLedger): Generator<DeliveryUpdate> {
  for (const delivery of deliveries) {
    const change = ledger.record(delivery);
    if (change) yield { type: "change", ...change };
  }
}

/** Whether a retry may succeed: the server is unavailable or failed. */
function isTemporary(error: unknown): error is AppError {
  if (!(error instanceof AppError) || error.code === "not_offered") return false;
  return error.kind === "unreachable" || error.kind === "failed";
}
