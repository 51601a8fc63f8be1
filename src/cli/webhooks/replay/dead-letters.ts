import type { Client, DeliveryQuery } from "../../../client/types.ts";
import type { Delivery } from "../../../contract/webhook.ts";
import type { Replayable } from "../../../ui/views/replay.ts";
import { findDelivery } from "../deliveries.ts";

/** The dead letters that match and were not replayed, oldest first. */
export async function gatherDeadLetters(
  client: Pick<Client, "deliveries">,
  query: DeliveryQuery,
  signal: AbortSignal,
): Promise<Replayable[]> {
  const asked = { ...query, status: "failed_permanent", limit: 200 } as const;
  const letters: Replayable[] = [];
  for await (const { deliveries } of client.deliveries(asked, { signal })) {
    const left = deliveries.filter(({ replayed_as }) => replayed_as === null);
    letters.push(...left.map(replayable));
  }
  return letters.reverse();
}

/** Fetches all before any is replayed, so that a missing one fails early. */
export async function findDeliveries(
  client: Pick<Client, "delivery">,
  ids: string[],
  signal: AbortSignal,
): Promise<Replayable[]> {
  const found: Replayable[] = [];
  for (const id of new Set(ids)) found.push(replayable(await findDelivery(client, id, signal)));
  return found;
}

function replayable({
  delivery_id,
  subscription_id,
  event_type,
  created_at,
}: Delivery): Replayable {
  return { delivery_id, subscription_id, event_type, created_at };
}
