import type { Client, DeliveryQuery } from "../../client/types.ts";
import type { Delivery, DeliveryPage } from "../../contract/webhook.ts";
import type { AppError } from "../../core/errors.ts";
import { gatherPages, type ListFlags } from "../command/gather-pages.ts";
import { nameUnknown } from "../errors/name-unknown.ts";
import { usageError } from "../errors/usage-error.ts";
import { parseTime } from "../flags/parse-values.ts";
import { resolveId } from "../ids/resolve-ids.ts";
import type { DeliveryFlags } from "./delivery-flags.ts";

/** The newest matching deliveries up to the limit, or all of them, as one page. */
export function gatherDeliveries(
  client: Client,
  filter: DeliveryQuery,
  flags: ListFlags,
): Promise<DeliveryPage> {
  const list = (query: { limit: number }) => client.deliveries({ ...filter, ...query });
  return gatherPages("deliveries", list, flags);
}

export function findDelivery(
  client: Pick<Client, "delivery">,
  id: string,
  signal?: AbortSignal,
): Promise<Delivery> {
  return nameUnknown("delivery", id, client.delivery(id, { signal }));
}

/** The filter with the id of the subscription that its word stands for. */
export async function withSubscriptionId(
  client: Client,
  filter: DeliveryQuery,
): Promise<DeliveryQuery> {
  const { subscription_id: word } = filter;
  if (word === undefined) return filter;
  return { ...filter, subscription_id: await resolveId(word, { client, kind: "subscriptions" }) };
}

/** The filter given by flags; ages count back from `nowMs`. */
export function deliveryFilter(flags: DeliveryFlags, nowMs: number): DeliveryQuery {
  const { status, subscription, event, since, until } = flags;
  return {
    ...(status && { status: status === "dead" ? "failed_permanent" : status }),
    ...(subscription !== undefined && { subscription_id: subscription }),
    ...(event && { event_type: event }),
    ...(since !== undefined && { since: parseTime(since, nowMs) }),
    ...(until !== undefined && { until: parseTime(until, nowMs) }),
  };
}

/** The error for an id together with filters. */
export function oneOrFiltered(): AppError {
  return usageError("A delivery id can't be combined with filters.", "Omit the id or the filters.");
}
