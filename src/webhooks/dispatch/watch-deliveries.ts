import { isFinal } from "../../contract/enums.ts";
import type { Store } from "../../store/port/store.ts";
import type { DeliveryRecord } from "../../store/records.ts";

export interface DeliveryWatch {
  /** Tells of a delivery as it is in the store now, if it isn't over. */
  recheck(id: string): void;
  stop(): void;
}

export interface DeliveryWatcher {
  /** Whether a delivery's changes are of no interest, being the watcher's own. */
  isKnown(id: string): boolean;
  /** May be told of one several times. */
  found(delivery: DeliveryRecord): void;
  onError(error: unknown, deliveryId: string | null): void;
}

/** Tells of every delivery that isn't over: those there are, and those to come. */
export function watchDeliveries(
  store: Store,
  { isKnown, found, onError }: DeliveryWatcher,
): DeliveryWatch {
  let isStopped = false;
  const tell = (delivery: DeliveryRecord | undefined) => {
    if (!isStopped && delivery && !isFinal(delivery.status)) found(delivery);
  };
  const lookAt = (id: string) => {
    store.find("delivery", id).then(
      (there) => tell(there?.record),
      (error: unknown) => onError(error, id),
    );
  };
  // Watched before it is searched, so that none comes between.
  const unwatch = store.watch((changes) => {
    for (const { kind, id } of changes) if (kind === "delivery" && !isKnown(id)) lookAt(id);
  });
  const search = async () => {
    for await (const delivery of store.scan("delivery")) {
      if (isStopped) return;
      tell(delivery);
    }
  };
  search().catch((error: unknown) => onError(error, null));

  return {
    recheck: lookAt,
    stop() {
      isStopped = true;
      unwatch();
    },
  };
}
