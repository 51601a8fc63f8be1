import type { Delivery, DeliveryAttempt } from "../../src/contract/webhook.ts";

const startMs = Date.parse("2026-11-01T08:00:00.000Z");
const at = (ms: number) => new Date(startMs + ms).toISOString();

/** The id of the delivery created `number` seconds after the first. */
export const deliveryId = (number: number) => `dlv_${String(number).padStart(26, "0")}`;

export function attemptOf(number: number, over: Partial<DeliveryAttempt> = {}): DeliveryAttempt {
  return { number, at: at(0), response_code: 500, error: null, duration_ms: 12, ...over };
}

/** A delivery that failed with status 500 `failed` times and will be retried. */
export function deliveryOf(number: number, over: Partial<Delivery> = {}, failed = 0): Delivery {
  const attempts = Array.from({ length: failed }, (_, tried) =>
    attemptOf(tried + 1, { at: at(number * 1_000 + tried * 100) }),
  );
  const all = over.attempts ?? attempts;
  return {
    delivery_id: deliveryId(number),
    event_id: `0193c0de-0000-7000-8000-${String(number).padStart(12, "0")}`,
    event_type: "finding.discovered",
    subscription_id: "sub_00000000000000000000000001",
    url: "https://receiver.example.com/hook",
    status: all.length > 0 ? "retrying" : "pending",
    attempt_count: all.length,
    last_response_code: all.at(-1)?.response_code ?? null,
    last_response_body: all.length > 0 ? "no" : null,
    last_error: all.at(-1)?.error ?? null,
    next_attempt_at: at(number * 1_000 + 30_000),
    replay_of: null,
    replayed_as: null,
    created_at: at(number * 1_000),
    attempts: all,
    event: {
      event_id: `0193c0de-0000-7000-8000-${String(number).padStart(12, "0")}`,
      event_type: "finding.discovered",
      emitted_at: at(number * 1_000),
      api_version: "v1",
      data: { severity: "high", tags: {} },
    },
    ...over,
  };
}

/** A delivery accepted by its receiver after `failed` failed attempts. */
export function deliveredOf(number: number, failed = 0, over: Partial<Delivery> = {}): Delivery {
  const before = deliveryOf(number, {}, failed).attempts;
  const last = attemptOf(failed + 1, {
    response_code: 200,
    at: at(number * 1_000 + failed * 100),
  });
  return deliveryOf(number, {
    status: "delivered",
    attempts: [...before, last],
    next_attempt_at: null,
    ...over,
  });
}

/** A dead letter whose attempts all failed with status 500. */
export function deadLetterOf(number: number, over: Partial<Delivery> = {}): Delivery {
  const { attempts } = deliveryOf(number, {}, 5);
  return deliveryOf(number, {
    status: "failed_permanent",
    attempts,
    next_attempt_at: null,
    ...over,
  });
}
