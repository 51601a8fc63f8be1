import type { Client } from "../../client/types.ts";
import type { Delivery } from "../../contract/webhook.ts";
import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";

/** An attempt's time limit on the service, as it comes, and some time to get to it. */
const patienceMs = 15_000;
const pollMs = 250;

export interface Waiting {
  client: Pick<Client, "delivery">;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

/** A delivery once its first attempt is over. */
export async function awaitAttempt(
  { client, sleep, signal }: Waiting,
  deliveryId: string,
): Promise<Delivery> {
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += pollMs) {
    const delivery = await client.delivery(deliveryId, { signal });
    if (delivery.attempt_count > 0) return delivery;
    await sleep(pollMs, signal);
  }
  throw new AppError("no_attempt", `No attempt was over within ${patienceMs / 1_000} s.`, {
    hint: `Look again later: inquest webhooks deliveries ${deliveryId}`,
    exit: exitCodes.failed,
  });
}

/** A test that didn't arrive is a failed command, whatever later attempts do. */
export function exitOfTest({ status }: Pick<Delivery, "status">): number {
  return status === "delivered" ? exitCodes.done : exitCodes.failed;
}
