import type { Event, EventDraft } from "../../contract/event.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import { uuidV7 } from "../../core/ids.ts";
import type { Change, Store } from "../../store/port/store.ts";
import type { SubscriptionRecord } from "../../store/records.ts";
import { draftDelivery } from "./draft-delivery.ts";
import { matchesEvent } from "./matches-event.ts";

/** Makes events known to subscribers. */
export interface Outbox {
  /**
   * The records of an event and of its deliveries, to go into the commit of the change that
   * caused it: all of them become durable, or none.
   */
  emit(draft: EventDraft): Change[];
  /** Takes up every subscription of the store; before the first event. */
  load(): Promise<void>;
  /** Takes up a subscription as it is in the store now; awaited by who has changed it. */
  subscriptionChanged(id: string): Promise<void>;
  close(): void;
}

/** Keeps every subscription at hand, so that an event finds its own without a look into the store. */
export function createOutbox({
  store,
  clock,
  onError,
}: {
  store: Store;
  clock: Clock;
  /** Told of a subscription that changed on another server and could not be read. */
  onError(error: unknown): void;
}): Outbox {
  const accounts = new Map<string, Map<string, SubscriptionRecord>>();
  const keep = (record: SubscriptionRecord) => {
    const own = accounts.get(record.account_id) ?? new Map<string, SubscriptionRecord>();
    accounts.set(record.account_id, own.set(record.id, record));
  };
  const subscriptionChanged = async (id: string) => {
    const record = (await store.find("subscription", id))?.record;
    if (record) keep(record);
    else for (const own of accounts.values()) own.delete(id);
  };
  const unwatch = store.watch((changes) => {
    for (const { kind, id } of changes) {
      if (kind === "subscription") subscriptionChanged(id).catch(onError);
    }
  });

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
    async load() {
      for await (const record of store.scan("subscription")) keep(record);
    },
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
