import fc from "fast-check";
import { expect, test } from "vitest";
import { SortedKeys } from "../../../../../src/store/lowdb/tables/sorted-keys.ts";

const key = fc.nat(5000).map((number) => `k${String(number).padStart(4, "0")}`);

test("keys added and removed in any order are iterated in order from any key", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.boolean(), key), { maxLength: 4000, size: "max" }),
      key,
      (steps, from) => {
        const keys = new SortedKeys();
        const model = new Set<string>();
        for (const [adds, one] of steps) {
          if (adds) {
            keys.add(one);
            model.add(one);
          } else {
            keys.remove(one);
            model.delete(one);
          }
        }
        const sorted = [...model].sort();
        expect(keys.size).toBe(model.size);
        expect([...keys.ascending()]).toEqual(sorted);
        expect([...keys.descending()]).toEqual(sorted.toReversed());
        expect([...keys.ascending(from)]).toEqual(sorted.filter((one) => one >= from));
        expect([...keys.descending(from)]).toEqual(sorted.filter((one) => one < from).reverse());
      },
    ),
    { numRuns: 30 },
  );
});

test("ten thousand keys in any of three orders stay sorted when they fill many chunks", () => {
  const rising = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(5, "0"));
  const mixed = rising.map((_, number) => rising[(number * 7919) % rising.length]!);
  for (const order of [rising, rising.toReversed(), mixed]) {
    const keys = new SortedKeys();
    for (const one of order) keys.add(one);
    expect([...keys.ascending()]).toEqual(rising);
    expect([...keys.descending("05000")].length).toBe(5000);
    for (const one of mixed.slice(0, 9990)) keys.remove(one);
    expect([...keys.ascending()]).toEqual(mixed.slice(9990).sort());
  }
});
