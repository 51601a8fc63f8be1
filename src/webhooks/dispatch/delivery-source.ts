import type { DeliveryRecord } from "../../store/records.ts";

/** Reports the deliveries that this process is to send. */
export interface DeliverySource {
  /**
   * An attempt of a reported delivery has ended, with the delivery after it; null if none was made,
   * since the delivery has changed or the store failed. An unfinished one is reported again.
   */
  attempted(id: string, after: DeliveryRecord | null): void;
  stop(): Promise<void>;
}

export interface DeliveryWatcher {
  /** Whether the delivery is already queued, so that its changes can be ignored. */
  isKnown(id: string): boolean;
  /** May be called several times for one delivery. */
  found(delivery: DeliveryRecord): void;
  onError(error: unknown, deliveryId: string | null): void;
}
