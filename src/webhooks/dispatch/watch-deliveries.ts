import { isFinal } from "../../contract/enums.ts";
import type { Store } from "../../store/port/store.ts";
import type { DeliveryRecord } from "../../store/records.ts";

export interface DeliveryWatch {
  /** Reads a delivery again and reports it if it is unfinished. */
  recheck(id: string): void;
  stop(): void;
}

export interface DeliveryWatcher {
  /** Whether the delivery is already queued, so that its changes can be ignored. */
  isKnown(id: string): boolean;
  /** May be called several times for one delivery. */
  found(delivery: DeliveryRecord): void;
  onError(error: unknown, deliveryId: string | null): void;
}

/** Reports every unfinished delivery, present and future. */
export function watchDeliveries(
  store: Store,
  { isKnown, found, onError }: DeliveryWatcher,
): DeliveryWatch {
  let isStopped = false;
  const report = (delivery: DeliveryRecord | undefined) => {
    if (!isStopped && delivery && !isFinal(delivery.status)) found(delivery);
  };
  const lookAt = (id: string) => {
    store.find("delivery", id).then(
      (current) => report(current?.record),
      (error: unknown) => onError(error, id),
    );
  };
  // Watch before scanning, so that none is missed in between.
  const unwatch = store.watch((changes) => {
    for (const { kind, id } of changes) if (kind === "delivery" && !isKnown(id)) lookAt(id);
  });
  const scan = async () => {
    for await (const delivery of store.scan("delivery")) {
      if (isStopped) return;
      report(delivery);
    }
  };
  scan().catch((error: unknown) => onError(error, null));

  return {
    recheck: lookAt,
    stop() {
      isStopped = true;
      unwatch();
    },
  };
}
