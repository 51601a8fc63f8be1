import { onTestFinished } from "vitest";
import { isFinal } from "../../src/contract/enums.ts";
import type { SharedDeliveries } from "../../src/store/port/shared-state.ts";
import type { Store } from "../../src/store/port/store.ts";
import type { DeliveryRecord, SubscriptionRecord } from "../../src/store/records.ts";
import { startDispatcher } from "../../src/webhooks/dispatch/start-dispatcher.ts";
import { createSecretBox } from "../../src/webhooks/signing/secret-box.ts";
import type { AttemptOutcome, DeliveryRequest } from "../../src/webhooks/types.ts";
import { testOutbox } from "./test-server.ts";
import { secrets as clearSecrets, subscriptionRecord } from "./webhooks.ts";

export const secretBox = createSecretBox(new Uint8Array(32).fill(7), (size) =>
  new Uint8Array(size).fill(3),
);

/** A subscription to everything with a secret sealed by `secretBox`. */
export function sealedSubscription(over: Partial<SubscriptionRecord> = {}): SubscriptionRecord {
  const sealed = secretBox.seal(clearSecrets.generated);
  return subscriptionRecord({ secrets: [{ sealed, until: null }], ...over });
}

export const answered = (response_code: number, over: Partial<AttemptOutcome> = {}) => ({
  response_code,
  response_body: "",
  error: null,
  duration_ms: 1,
  ...over,
});

export interface DispatchingOptions {
  store: Store;
  /** The receiver: the outcome of each request. */
  answer?: (request: DeliveryRequest) => AttemptOutcome | Promise<AttemptOutcome>;
  schedule?: number[];
  clock?: { now(): number };
  /** With several servers over the store. */
  shared?: SharedDeliveries;
}

/** A dispatcher over a store that sends requests to `answer`. It stops with the test. */
export function dispatching({
  store,
  answer = () => answered(200),
  schedule = [0, 10, 10],
  clock = { now: () => Date.now() },
  shared,
}: DispatchingOptions) {
  const requests: DeliveryRequest[] = [];
  const errors: unknown[] = [];
  const dispatcher = startDispatcher({
    store,
    clock,
    secrets: secretBox,
    sender: {
      async send(request) {
        requests.push(request);
        return answer(request);
      },
    },
    schedule,
    userAgent: "inquest/test",
    worker: "test",
    ...(shared && { shared }),
    monotonicMs: () => performance.now(),
    onError: (error) => errors.push(error),
  });
  onTestFinished(async () => {
    await dispatcher.stop();
  });
  return { dispatcher, requests, errors };
}

/** Puts subscriptions into a store and returns a function that emits an event. */
export async function subscribed(store: Store, ...subscriptions: SubscriptionRecord[]) {
  await store.commit(
    subscriptions.map((record) => ({ type: "put", kind: "subscription", record }) as const),
  );
  const outbox = testOutbox({ store, clock: { now: () => Date.now() } });
  onTestFinished(() => outbox.close());
  await outbox.load();
  /** The ids of the event's deliveries. */
  return async (data: Record<string, unknown> = {}): Promise<string[]> => {
    const changes = outbox.emit({ accountId: "acc_1", type: "finding.discovered", data });
    await store.commit(changes);
    return changes.flatMap((change) =>
      change.type === "put" && change.kind === "delivery" ? [change.record.id] : [],
    );
  };
}

/** Waits until a delivery satisfies `isReached`. */
export async function deliveryWhen(
  store: Store,
  id: string,
  isReached: (delivery: DeliveryRecord) => boolean,
): Promise<DeliveryRecord> {
  return new Promise((resolve, reject) => {
    const check = async () => {
      const delivery = (await store.find("delivery", id))?.record;
      if (!delivery || !isReached(delivery)) return;
      unwatch();
      resolve(delivery);
    };
    const unwatch = store.watch((changes) => {
      if (changes.some((change) => change.id === id)) check().catch(reject);
    });
    check().catch(reject);
  });
}

/** Waits until a delivery is final. */
export const endedDelivery = (store: Store, id: string) =>
  deliveryWhen(store, id, ({ status }) => isFinal(status));
