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

/** What following tells. */
export type DeliveryUpdate =
  /** What was there before following began, newest first, to have something to look at. */
  | { type: "past"; deliveries: Delivery[] }
  | ({ type: "change" } & DeliveryChange)
  /** Everything up to now has been told. */
  | { type: "caught_up" }
  /** The service can't be heard at the moment. */
  | { type: "waiting"; reason: string; delayMs: number };

export interface FollowDeliveriesOptions {
  /** The service, looked for anew before each connection: one that starts again may have moved. */
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
 * Deliveries as they change, each attempt once, until the signal aborts. The stream tells what
 * happens; after each connection the list tells what happened meanwhile. A service without a
 * stream is asked again and again.
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

/** One connection: what was missed before it, then what it tells. */
async function* followOnce(
  { client: find, query, sleep, signal }: FollowDeliveriesOptions,
  ledger: DeliveryLedger,
): AsyncGenerator<DeliveryUpdate> {
  const client = await find();
  // Open before the look at the list, so that no change falls between the two.
  const { since = "", ...filter } = query;
  const stream = await client.streamDeliveries(filter, { signal });
  yield* changesOf(await readChanges(client, query, ledger, signal), ledger);
  yield { type: "caught_up" };
  while (stream === null) {
    await sleep(pollMs, signal);
    yield* changesOf(await readChanges(client, query, ledger, signal), ledger);
  }
  for await (const delivery of stream) {
    // The stream tells of changes, whatever the age of what changes.
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

/** Whether it may be otherwise when asked again: the service is away, or has a fault. */
function isTemporary(error: unknown): error is AppError {
  if (!(error instanceof AppError) || error.code === "not_offered") return false;
  return error.kind === "unreachable" || error.kind === "failed";
}
