import { type Static, Type } from "typebox";
import { Timestamp } from "../../contract/common.ts";
import { EventType } from "../../contract/event.ts";
import { type Delivery, type DeliveryPage, deliveryStatuses } from "../../contract/webhook.ts";
import { isId, lowestId } from "../../core/ids.ts";
import type { Store, Versioned } from "../../store/port/store.ts";
import type { DeliveryRecord } from "../../store/records.ts";
import { invalid } from "../http/errors.ts";
import { listPage, pageParameters } from "../http/list-page.ts";
import { toDelivery } from "./delivery-view.ts";

const strict = { additionalProperties: false } as const;

const filters = {
  status: Type.Optional(
    Type.Enum([...deliveryStatuses, "dead_lettered"], {
      description: "`dead_lettered` is an alias of `failed_permanent`.",
    }),
  ),
  subscription_id: Type.Optional(
    Type.String({
      maxLength: 255,
      description: "Only deliveries to this subscription, which may be deleted.",
    }),
  ),
  event_type: Type.Optional({
    ...EventType,
    description: "Only deliveries of events of this type.",
  }),
  event_id: Type.Optional(
    Type.String({
      maxLength: 255,
      description: "Only deliveries of this event, to any subscription, including replays.",
    }),
  ),
};

export const DeliveryFilter = Type.Object(filters, strict);
export type DeliveryFilter = Static<typeof DeliveryFilter>;

export const DeliveryListQuery = Type.Object(
  {
    ...filters,
    since: Type.Optional({
      ...Timestamp,
      description: "Only deliveries created at or after this time.",
    }),
    until: Type.Optional({
      ...Timestamp,
      description: "Only deliveries created before this time.",
    }),
    ...pageParameters,
  },
  strict,
);
export type DeliveryListQuery = Static<typeof DeliveryListQuery>;

/** One delivery of one account. */
export interface DeliveryAddress {
  accountId: string;
  id: string;
}

/** One page, newest first. Ids begin with `created_at`, so they sort by time. */
export async function listDeliveries(
  store: Store,
  accountId: string,
  { since, until, limit, cursor, ...filter }: DeliveryListQuery,
): Promise<DeliveryPage> {
  const { records, next_cursor } = await listPage(store, "delivery", {
    account: accountId,
    order: "newest_first",
    limit,
    cursor,
    where: toRecordFilter(filter),
    ...(since !== undefined && { from: firstIdAt("since", since) }),
    ...(until !== undefined && { below: firstIdAt("until", until) }),
  });
  const deliveries = await Promise.all(records.map((record) => withEvent(store, record)));
  return { deliveries: deliveries.filter((delivery) => delivery !== undefined), next_cursor };
}

/** An account's delivery; undefined when absent, another account's, or when the id is malformed. */
export async function findDelivery(
  store: Store,
  { accountId, id }: DeliveryAddress,
): Promise<Versioned<DeliveryRecord> | undefined> {
  if (!isId("dlv", id)) return undefined;
  const found = await store.find("delivery", id);
  return found?.record.account_id === accountId ? found : undefined;
}

/** A delivery with its event; undefined when retention has just removed the event. */
export async function withEvent(
  store: Store,
  record: DeliveryRecord,
): Promise<Delivery | undefined> {
  const event = (await store.find("event", record.event_id))?.record.event;
  return event && toDelivery(record, event);
}

/** The record fields that a filter matches. */
export function toRecordFilter({ status, ...rest }: DeliveryFilter): Partial<DeliveryRecord> {
  if (status === undefined) return rest;
  return { ...rest, status: status === "dead_lettered" ? "failed_permanent" : status };
}

function firstIdAt(path: "since" | "until", time: string): string {
  const ms = Date.parse(time);
  // The schema accepts a leap second, which Date cannot parse.
  if (Number.isNaN(ms)) throw invalid({ path, message: "is not a valid time" });
  return lowestId("dlv", Math.max(0, ms));
}
