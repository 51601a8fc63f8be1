import type {
  CreateSubscription,
  Subscription,
  SubscriptionPage,
  SubscriptionWithSecret,
  UpdatedSubscription,
  UpdateSubscription,
} from "../../contract/webhook.ts";
import { isoTime } from "../../core/clock.ts";
import { isId, newId } from "../../core/ids.ts";
import type { Change, Store, Versioned } from "../../store/port/store.ts";
import { type RecordUpdate, updateRecord } from "../../store/port/update-record.ts";
import type { SubscriptionRecord } from "../../store/records.ts";
import { generateSecret } from "../../webhooks/signing/generate-secret.ts";
import { notFound } from "../http/errors.ts";
import { type ListQuery, listPage } from "../http/list-page.ts";
import type { SubscriptionServices } from "./services.ts";
import { initialSecrets, replaceSecret, requestedSecret } from "./subscription-secrets.ts";

/** One subscription of one account. */
export interface SubscriptionAddress {
  accountId: string;
  id: string;
}

/** One page, newest first. */
export async function listSubscriptions(
  store: Store,
  accountId: string,
  query: ListQuery,
): Promise<SubscriptionPage> {
  const { records, next_cursor } = await listPage(store, "subscription", {
    account: accountId,
    order: "newest_first",
    ...query,
  });
  return { subscriptions: records.map(toSubscription), next_cursor };
}

/** An account's subscription; undefined when absent, another account's, or when the id is malformed. */
export async function findSubscription(
  store: Store,
  { accountId, id }: SubscriptionAddress,
): Promise<Versioned<SubscriptionRecord> | undefined> {
  if (!isId("sub", id)) return undefined;
  const found = await store.find("subscription", id);
  return found?.record.account_id === accountId ? found : undefined;
}

export async function createSubscription(
  services: SubscriptionServices,
  accountId: string,
  request: CreateSubscription,
): Promise<SubscriptionWithSecret> {
  const { url, events, filters = {}, active = true } = request;
  const secret = request.secret ?? generateSecret(services.random);
  const nowMs = services.clock.now();
  const now = isoTime(nowMs);
  const record: SubscriptionRecord = {
    id: newId("sub", nowMs),
    account_id: accountId,
    url,
    events,
    filters,
    active,
    secrets: initialSecrets(services, secret),
    created_at: now,
    updated_at: now,
  };
  await services.store.commit([{ type: "put", kind: "subscription", record }]);
  await services.webhooks.subscriptionChanged(record.id);
  return { ...toSubscription(record), secret };
}

/** Changes the fields in `patch`, and sets or rotates the secret if it asks for that. */
export async function updateSubscription(
  services: SubscriptionServices,
  address: SubscriptionAddress,
  patch: UpdateSubscription,
): Promise<UpdatedSubscription> {
  const { secret: _, rotate_secret: __, ...fields } = patch;
  const secret = requestedSecret(services, patch);
  const record = await changeSubscription(services, address, (before) => {
    const result: SubscriptionRecord = {
      ...before,
      ...fields,
      secrets: replaceSecret(services, before.secrets, secret),
      updated_at: isoTime(services.clock.now()),
    };
    return { changes: [{ type: "put", kind: "subscription", record: result }], result };
  });
  return { ...toSubscription(record), ...(secret !== undefined && rotationFields(record, secret)) };
}

/** Returned only once: the new secret, and until when the previous one keeps signing. */
function rotationFields({ secrets: [, before] }: SubscriptionRecord, secret: string) {
  return { secret, ...(before?.until && { previous_secret_until: before.until }) };
}

export async function deleteSubscription(
  services: SubscriptionServices,
  address: SubscriptionAddress,
): Promise<void> {
  const removal: Change = { type: "remove", kind: "subscription", id: address.id };
  await changeSubscription(services, address, () => ({ changes: [removal], result: null }));
}

/** Commits one change of a subscription, retrying after concurrent changes; in effect when it returns. */
async function changeSubscription<T>(
  { store, webhooks }: SubscriptionServices,
  address: SubscriptionAddress,
  draft: (record: SubscriptionRecord) => RecordUpdate<T>,
): Promise<T> {
  const { id } = address;
  const read = () => findSubscription(store, address);
  const result = await updateRecord(store, { kind: "subscription", id, read }, (record) => {
    if (!record) throw notFound();
    return draft(record);
  });
  await webhooks.subscriptionChanged(id);
  return result;
}

/** A subscription without its secrets. */
export function toSubscription({
  account_id: _,
  secrets: __,
  ...subscription
}: SubscriptionRecord): Subscription {
  return subscription;
}
