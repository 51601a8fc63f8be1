import { isFinal } from "../contract/enums.ts";
import type { Delivery, DeliveryAttempt } from "../contract/webhook.ts";

/** What is new about a delivery since it was last taken. */
export interface DeliveryChange {
  /** As it is now. */
  delivery: Delivery;
  /** Those that were not told before; none where something else changed. */
  attempts: DeliveryAttempt[];
}

/** What is known of deliveries, so that each attempt is told once, however often it is seen. */
export interface DeliveryLedger {
  /** False for one that was taken as it is, or that is older than what is known. */
  isNew(delivery: Delivery): boolean;
  /** Null when it is no news. */
  record(delivery: Delivery): DeliveryChange | null;
  /** No delivery up to this id is taken unless it is known: it was over before following began. */
  ignoreUpTo(id: string): void;
  /** A delivery that is gone from the service. */
  forget(id: string): void;
  /** The newest that was taken. */
  newest(): { id: string; createdAt: string } | null;
  /** Ids of those that can still change, with when they were made, oldest first. */
  open(): { id: string; createdAt: string }[];
}

interface Known {
  createdAt: string;
  attempts: number;
  final: boolean;
  replayedAs: string;
}

/** A ledger that remembers all open deliveries, and of the final ones the last `finalLimit`. */
export function createDeliveryLedger(finalLimit = 50_000): DeliveryLedger {
  const open = new Map<string, Known>();
  const final = new Map<string, Known>();
  let floor = "";
  let newest = null as { id: string; createdAt: string } | null;

  const remember = (id: string, known: Known) => {
    if (newest === null || id > newest.id) newest = { id, createdAt: known.createdAt };
    if (!known.final) return void open.set(id, known);
    open.delete(id);
    final.set(id, known);
    if (final.size > finalLimit) forgetOldest();
  };
  const forgetOldest = () => {
    const [id] = final.keys();
    final.delete(id!);
    if (id! > floor) floor = id!;
  };

  const find = (id: string) => open.get(id) ?? final.get(id);
  const isNews = (delivery: Delivery) => {
    const known = find(delivery.delivery_id);
    return known ? isNewer(knownOf(delivery), known) : delivery.delivery_id > floor;
  };

  return {
    isNew: isNews,
    record(delivery) {
      if (!isNews(delivery)) return null;
      const { delivery_id: id, attempts } = delivery;
      const told = find(id)?.attempts ?? 0;
      remember(id, knownOf(delivery));
      return { delivery, attempts: attempts.slice(told) };
    },
    ignoreUpTo(id) {
      if (id > floor) floor = id;
    },
    forget(id) {
      open.delete(id);
    },
    newest: () => newest,
    open: () =>
      [...open]
        .map(([id, { createdAt }]) => ({ id, createdAt }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

function knownOf(delivery: Delivery): Known {
  return {
    createdAt: delivery.created_at,
    attempts: delivery.attempts.length,
    final: isFinal(delivery.status),
    replayedAs: delivery.replayed_as ?? "",
  };
}

/** All that changes in a delivery only ever grows: a look at it that has more of any is the later one. */
function isNewer(seen: Known, known: Known): boolean {
  return (
    seen.attempts > known.attempts ||
    (seen.final && !known.final) ||
    seen.replayedAs > known.replayedAs
  );
}
