import type { DeliveryUpdate } from "../../../client/follow-deliveries.ts";
import type { Delivery } from "../../../contract/webhook.ts";

/** The outcomes of replays; started before the first replay. */
export interface Outcomes {
  /** Resolves once everything that happens from now on is seen. */
  ready: Promise<void>;
  /** A replay as it was last seen. */
  latest(id: string): Delivery | undefined;
  /** Resolves after the replay's first attempt, or with nothing when following has ended. */
  attempted(id: string): Promise<Delivery | undefined>;
}

/** Collects outcomes from followed deliveries. */
export function watchOutcomes(news: AsyncIterable<DeliveryUpdate>): Outcomes {
  const seen = new Map<string, Delivery>();
  const waiting = new Map<string, (delivery: Delivery | undefined) => void>();
  let begin = () => {};
  let fail: (error: unknown) => void = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    begin = resolve;
    fail = reject;
  });
  let ended = false;
  const record = (delivery: Delivery) => {
    // A server that sends no times doesn't mark replays either.
    if (delivery.replay_of === null && delivery.created_at !== "") return;
    seen.set(delivery.delivery_id, delivery);
    if (delivery.attempt_count === 0) return;
    waiting.get(delivery.delivery_id)?.(delivery);
    waiting.delete(delivery.delivery_id);
  };
  const run = async () => {
    for await (const one of news) {
      if (one.type === "caught_up") begin();
      if (one.type === "change") record(one.delivery);
    }
  };
  run()
    .catch(fail)
    .finally(() => {
      ended = true;
      for (const resolve of waiting.values()) resolve(undefined);
    });
  return {
    ready,
    latest: (id) => seen.get(id),
    attempted: (id) => {
      const delivery = seen.get(id);
      if (ended || (delivery && delivery.attempt_count > 0)) return Promise.resolve(delivery);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };
}
