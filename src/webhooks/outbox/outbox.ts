import type { Event, EventDraft } from "../../contract/event.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import { uuidV7 } from "../../core/ids.ts";
import type { Change, Store } from "../../store/port/store.ts";
import type { SubscriptionRecord } from "../../store/records.ts";
import { draftDelivery } from "./draft-delivery.ts";
import { matchesEvent } from "./matches-event.ts";

/** Publishes events to subscribers. */
export interface Outbox {
  /**
   * The records of an event and its deliveries. They belong in the commit of the change that
   * caused the event, so that all of them become durable or none.
   */
  emit(draft: EventDraft): Change[];
  /** Loads every subscription from the store. Call it before the first event. */
  load(): Promise<void>;
  /** Reloads a subscription. Await it after changing one. */
  subscriptionChanged(id: string): Promise<void>;
  close(): void;
}

/** Caches every subscription, so that matching an event needs no store reads. */
export function createOutbox({
  store,
  clock,
  onError,
}: {
  store: Store;
  clock: Clock;
  /** Called when a subscription that changed on another server could not be read. */
  onError(error: unknown): void;
}): Outbox {
  const accounts = new Map<string, Map<string, SubscriptionRecord>>();
  const cache = (record: SubscriptionRecord) => {
    const own = accounts.get(record.account_id) ?? new Map<string, SubscriptionRecord>();
    accounts.set(record.account_id, own.set(record.id, record));
  };
  const subscriptionChanged = async (id: string) => {
    const record = (await store.find("subscription", id))?.record;
    if (record) cache(record);
    else for (const own of accounts.values()) own.delete(id);
  };
  const load = async () => {
    const known = [...accounts.values()].flatMap((own) => [...own.keys()]);
    for await (const record of store.scan("subscription")) cache(record);
    // Those that were deleted unnoticed; none at the first load.
    for (const id of known) await subscriptionChanged(id);
  };
  const unwatch = store.watch(
    (changes) => {
      for (const { kind, id } of changes) {
        if (kind === "subscription") subscriptionChanged(id).catch(onError);
      }
    },
    () => load().catch(onError),
  );

  return {
    emit({ accountId, type, data }) {
      const nowMs = clock.now();
      const event: Event = {
        event_id: uuidV7(nowMs),
        event_type: type,
        emitted_at: isoTime(nowMs),
        api_version: "v1",
        data,
      };
      return [
        eventChange(accountId, event),
        ...[...(accounts.get(accountId)?.values() ?? [])]
          .filter((subscription) => matchesEvent(subscription, event))
          .map((subscription): Change => {
            const record = draftDelivery(event, subscription, { nowMs });
            return { type: "put", kind: "delivery", record };
          }),
      ];
    },
    load,
    subscriptionChanged,
    close: unwatch,
  };
}

export function eventChange(accountId: string, event: Event): Change {
  return {
    type: "put",
    kind: "event",
    record: { id: event.event_id, account_id: accountId, event },
  };
}
