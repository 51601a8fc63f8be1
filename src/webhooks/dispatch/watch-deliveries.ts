import { isFinal } from "../../contract/enums.ts";
import type { Store } from "../../store/port/store.ts";
import type { DeliveryRecord } from "../../store/records.ts";
import type { DeliverySource, DeliveryWatcher } from "./delivery-source.ts";

/** Reports every unfinished delivery, present and future, of a store that no other process uses. */
export function watchDeliveries(
  store: Store,
  { isKnown, found, onError }: DeliveryWatcher,
): DeliverySource {
  let isStopped = false;
  const report = (delivery: DeliveryRecord | undefined) => {
    // One with a lease is being attempted.
    if (isStopped || !delivery || delivery.lease || isFinal(delivery.status)) return;
    found(delivery);
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
    attempted(id, after) {
      if (after) report(after);
      else lookAt(id);
    },
    async stop() {
      isStopped = true;
      unwatch();
    },
  };
}
