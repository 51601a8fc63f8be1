import type { Client } from "../../client/types.ts";
import type { Delivery, QueuedDelivery } from "../../contract/webhook.ts";
import { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { exitCodes } from "../errors/exit-codes.ts";

/** The longest timeout of an attempt, plus some time in the queue. */
const maxWaitMs = 65_000;
const pollMs = 250;

export interface AttemptPoll {
  client: Pick<Client, "delivery">;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

/** Waits for the first attempt of a delivery. */
export async function awaitAttempt(
  { client, sleep, signal }: AttemptPoll,
  deliveryId: string,
): Promise<Delivery> {
  for (let waitedMs = 0; waitedMs <= maxWaitMs; waitedMs += pollMs) {
    const delivery = await client.delivery(deliveryId, { signal });
    if (delivery.attempt_count > 0) return delivery;
    await sleep(pollMs, signal);
  }
  throw new AppError(
    "no_attempt",
    `The first attempt did not finish within ${maxWaitMs / 1_000} s.`,
    {
      hint: `Check later: inquest webhooks deliveries ${deliveryId}`,
      kind: "failed",
    },
  );
}

/** Shown while waiting: a receiver may take long, and the id is useful after Ctrl-C. */
export function waitingText({ delivery_id }: QueuedDelivery): string {
  return escapeControl(`${delivery_id} is queued; waiting for its first attempt …`);
}

/** A test that wasn't delivered fails the command, whatever later attempts do. */
export function testExitCode({ status }: Pick<Delivery, "status">): number {
  return status === "delivered" ? exitCodes.done : exitCodes.failed;
}
