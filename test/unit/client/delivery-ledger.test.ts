import fc from "fast-check";
import { expect, test } from "vitest";
import { createDeliveryLedger } from "../../../src/client/delivery-ledger.ts";
import type { Delivery } from "../../../src/contract/webhook.ts";
import { deadLetterOf, deliveredOf, deliveryId, deliveryOf } from "../../helpers/delivery.ts";

/** Every state that a delivery goes through: `failures` in vain, then taken or given up. */
function life(number: number, failures: number): Delivery[] {
  const tries = Array.from({ length: failures + 1 }, (_, failed) => deliveryOf(number, {}, failed));
  if (failures < 5) return [...tries, deliveredOf(number, failures)];
  const dead = deadLetterOf(number);
  return [...tries.slice(0, 5), dead, { ...dead, replayed_as: deliveryId(999) }];
}

test("each attempt is told once, in whatever order and however often a delivery is seen", () => {
  const lives = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 6 });
  const looks = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 60 });
  fc.assert(
    fc.property(lives, looks, (failures, seen) => {
      const states = failures.map((count, number) => life(number, count));
      const shown = seen.map(([which, when]) => {
        const one = states[which % states.length]!;
        return one[when % one.length]!;
      });
      const ledger = createDeliveryLedger();
      const told = [...shown, ...states.map((one) => one.at(-1)!)].flatMap((delivery) =>
        (ledger.record(delivery)?.attempts ?? []).map(
          ({ number }) => `${delivery.delivery_id} ${number}`,
        ),
      );
      const made = states.flatMap((one) =>
        one.at(-1)!.attempts.map(({ number }) => `${one[0]!.delivery_id} ${number}`),
      );
      expect(told.toSorted()).toEqual(made.toSorted());
    }),
  );
});

test("attempts of one delivery are told in their order", () => {
  const ledger = createDeliveryLedger();
  const told = [deliveryOf(1, {}, 1), deliveredOf(1, 3)].flatMap(
    (delivery) => ledger.record(delivery)!.attempts,
  );
  expect(told.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test("a replay of a dead letter is a change of it without an attempt", () => {
  const ledger = createDeliveryLedger();
  ledger.record(deadLetterOf(1));
  const change = ledger.record(deadLetterOf(1, { replayed_as: deliveryId(2) }));
  expect(change).toMatchObject({ attempts: [], delivery: { replayed_as: deliveryId(2) } });
});

test("only deliveries that are over are forgotten, and none of those is told again", () => {
  const ledger = createDeliveryLedger(2);
  ledger.record(deliveryOf(0, {}, 1));
  for (const number of [1, 2, 3, 4]) ledger.record(deliveredOf(number));
  expect(ledger.record(deliveredOf(1))).toBeNull();
  expect(ledger.open().map(({ id }) => id)).toEqual([deliveryId(0)]);
  expect(ledger.record(deliveredOf(0, 1))!.attempts.map(({ number }) => number)).toEqual([2]);
});
