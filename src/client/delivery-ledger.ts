import { isFinal } from "../contract/enums.ts";
import type { Delivery, DeliveryAttempt } from "../contract/webhook.ts";

/** A change of a delivery since it was last recorded. */
export interface DeliveryChange {
  /** Its latest version. */
  delivery: Delivery;
  /** The new attempts; empty if something else changed. */
  attempts: DeliveryAttempt[];
}

/** The known state of deliveries, so that each attempt is reported once, however often it is read. */
export interface DeliveryLedger {
  /** False for a version that was recorded already or is older. */
  isNew(delivery: Delivery): boolean;
  /** Records a version and returns its change; null if it isn't new. */
  record(delivery: Delivery): DeliveryChange | null;
  /** Ignores unknown deliveries up to this id: they were final before following began. */
  ignoreUpTo(id: string): void;
  /** Forgets a deleted delivery. */
  forget(id: string): void;
  /** The newest recorded delivery. */
  newest(): { id: string; createdAt: string } | null;
  /** Deliveries that can still change, with their creation times, oldest first. */
  open(): { id: string; createdAt: string }[];
}

interface Known {
  createdAt: string;
  attempts: number;
  final: boolean;
  replayedAs: string;
}

/** A ledger of all open deliveries and the last `finalLimit` final ones. */
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
      const seen = find(id)?.attempts ?? 0;
      remember(id, knownOf(delivery));
      return { delivery, attempts: attempts.slice(seen) };
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

/** The fields of a delivery only ever grow, so the version with more of any is the later one. */
function isNewer(seen: Known, known: Known): boolean {
  return (
    seen.attempts > known.attempts ||
    (seen.final && !known.final) ||
    seen.replayedAs > known.replayedAs
  );
}
