import fc from "fast-check";
import { expect, test } from "vitest";
import { DeliveryQueue } from "../../../../src/webhooks/queue/delivery-queue.ts";

let made = 0;

/** Adds deliveries to a subscription; returns their ids. */
function add(
  queue: DeliveryQueue,
  subscription: string,
  {
    count = 1,
    isRetry = false,
    dueMs = 0,
  }: { count?: number; isRetry?: boolean; dueMs?: number } = {},
): string[] {
  const ids = Array.from({ length: count }, () => `${subscription}-${made++}`);
  for (const id of ids) queue.add({ id, subscription, isRetry, dueMs });
  return ids;
}

const of = (subscription: string, ids: string[]) =>
  ids.filter((id) => id.startsWith(`${subscription}-`));

function finish(queue: DeliveryQueue, ids: string[], nowMs: number): void {
  for (const id of ids) queue.finish(id, nowMs);
}

/** Makes a subscription's receiver count as prompt. */
function answersPromptly(queue: DeliveryQueue, subscription: string): void {
  const ids = add(queue, subscription);
  expect(queue.take(0)).toEqual(ids);
  finish(queue, ids, 0);
}

test("a subscription has ten in flight at most, in the order they were added", () => {
  const queue = new DeliveryQueue();
  const ids = add(queue, "a", { count: 12 });
  expect(queue.take(0)).toEqual(ids.slice(0, 10));
  expect(queue.size).toBe(2);
  finish(queue, ids.slice(0, 1), 1);
  expect(queue.take(1)).toEqual([ids[10]]);
});

test("a delivery is taken when it is due, the longest due first", () => {
  const queue = new DeliveryQueue();
  const [later] = add(queue, "a", { isRetry: true, dueMs: 30 });
  const [sooner] = add(queue, "a", { isRetry: true, dueMs: 20 });
  expect(queue.nextDueMs).toBe(20);
  expect(queue.take(19)).toEqual([]);
  expect(queue.take(30)).toEqual([sooner, later]);
  expect(queue.nextDueMs).toBeNull();
});

test("a delivery is queued once, until it is finished", () => {
  const queue = new DeliveryQueue();
  const again = { id: "x", subscription: "a", isRetry: false, dueMs: 0 };
  queue.add(again);
  queue.add(again);
  expect(queue.take(0)).toEqual(["x"]);
  queue.add(again);
  expect(queue.take(0)).toEqual([]);
  expect(queue.has("x")).toBe(true);
  queue.finish("x", 0);
  expect(queue.has("x")).toBe(false);
  queue.finish("x", 0);
  queue.add(again);
  expect(queue.take(0)).toEqual(["x"]);
});

test("subscriptions take turns, however many deliveries one has", () => {
  const queue = new DeliveryQueue({ perSubscription: 10, total: 4, slowAfterMs: 1_000 });
  for (const name of ["a", "b", "c"]) answersPromptly(queue, name);
  add(queue, "a", { count: 1_000 });
  const others = ["b", "c"].flatMap((name) => add(queue, name, { count: 3 }));
  const taken: string[] = [];
  for (let rounds = 0; rounds < 9; rounds++) {
    const ids = queue.take(0);
    taken.push(...ids);
    finish(queue, ids.slice(0, 1), 0);
    taken.push(...queue.take(0));
    finish(queue, ids.slice(1), 0);
  }
  expect(taken.slice(0, 12).filter((id) => others.includes(id))).toHaveLength(6);
});

test("a subscription's share shrinks with the number of free slots", () => {
  const queue = new DeliveryQueue();
  const names = Array.from({ length: 30 }, (_, n) => `s${n}x`);
  for (const name of names) answersPromptly(queue, name);
  const parts = names.map((name) => {
    add(queue, name, { count: 20 });
    return queue.take(0).length;
  });
  expect(parts.slice(0, 19)).toEqual(Array(19).fill(10));
  expect(parts[19]).toBe(5);
  expect(parts[20]).toBe(3);
});

test.each([20, 200])("%i hanging receivers leave all the slots of a healthy one free", (count) => {
  const queue = new DeliveryQueue();
  answersPromptly(queue, "healthy");
  for (let n = 0; n < count; n++) add(queue, `hanging${n}`, { count: 100 });
  const hanging = queue.take(0);
  expect(hanging.length).toBeGreaterThanOrEqual(100);
  for (const atMs of [0, 500, 1_000, 5_000, 9_999]) {
    const healthy = add(queue, "healthy", { count: 10 });
    expect(of("healthy", queue.take(atMs))).toEqual(healthy);
    finish(queue, healthy, atMs);
  }
  // Their attempts time out and others of them start: the healthy one still gets its slots.
  finish(queue, hanging, 10_000);
  expect(queue.take(10_000).length).toBeLessThanOrEqual(150);
  const healthy = add(queue, "healthy", { count: 10 });
  expect(queue.take(10_000)).toEqual(healthy);
});

test("hanging receivers leave a share for new ones", () => {
  const queue = new DeliveryQueue();
  for (let n = 0; n < 150; n++) add(queue, `hanging${n}`, { count: 100 });
  finish(queue, queue.take(0), 10_000);
  expect(queue.take(10_000)).toHaveLength(100);
  expect(queue.take(11_000)).toEqual([]);
  const fresh = add(queue, "fresh", { count: 10 });
  expect(queue.take(11_000)).toEqual(fresh);
});

test("a slow receiver that responds in time again gets all its slots at once", () => {
  const queue = new DeliveryQueue({ perSubscription: 10, total: 10, slowAfterMs: 1_000 });
  add(queue, "a", { count: 50 });
  const slow = queue.take(0);
  finish(queue, slow, 2_000);
  const slowed = queue.take(2_000);
  expect(slowed).toHaveLength(3);
  finish(queue, slowed.slice(0, 1), 2_010);
  expect(queue.take(2_010)).toHaveLength(3);
});

test("retries hold at most half of a subscription's slots, and new events the others", () => {
  const queue = new DeliveryQueue();
  add(queue, "a", { count: 50, isRetry: true });
  expect(queue.take(0)).toHaveLength(5);
  const events = add(queue, "a", { count: 6 });
  expect(queue.take(0)).toEqual(events.slice(0, 5));
});

test("retries hold at most half of all slots, and subscriptions take turns", () => {
  const queue = new DeliveryQueue();
  const names = Array.from({ length: 300 }, (_, n) => `s${n}x`);
  for (const name of names) answersPromptly(queue, name);
  for (const name of names) add(queue, name, { count: 10, isRetry: true });
  const retries = queue.take(0);
  expect(retries).toHaveLength(100);
  expect(new Set(retries.map((id) => id.split("-")[0])).size).toBe(100);
  const events = names.flatMap((name) => add(queue, name));
  expect(queue.take(0).every((id) => events.includes(id))).toBe(true);
  finish(queue, retries, 0);
  const next = queue.take(0).map((id) => id.split("-")[0]!);
  expect(next.filter((name) => retries.some((id) => id.startsWith(`${name}-`)))).toEqual([]);
});

test("retries get their turns despite endless new events", () => {
  const queue = new DeliveryQueue();
  answersPromptly(queue, "a");
  add(queue, "a", { count: 1_000 });
  let inFlight = queue.take(0);
  const retries = add(queue, "a", { count: 20, isRetry: true });
  for (let rounds = 0; rounds < 60; rounds++) {
    finish(queue, inFlight.slice(0, 1), 0);
    inFlight = [...inFlight.slice(1), ...queue.take(0)];
  }
  expect(retries.filter((id) => queue.has(id) && !inFlight.includes(id))).toEqual([]);
});

type Step =
  | { do: "add"; subscription: string; isRetry: boolean; inMs: number }
  | { do: "wait"; ms: number }
  | { do: "finish"; which: number };

const subscriptions = ["a", "b", "c", "d", "e"];
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      subscription: fc.constantFrom(...subscriptions),
      isRetry: fc.boolean(),
      inMs: fc.nat(300),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(200) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("finish" as const), which: fc.nat(50) }) },
);
const limits = fc.record({
  perSubscription: fc.integer({ min: 1, max: 6 }),
  total: fc.integer({ min: 1, max: 12 }),
  slowAfterMs: fc.constant(100),
});

interface Attempt {
  id: string;
  subscription: string;
  isRetry: boolean;
  dueMs: number;
}

test("for any input: limits hold, nothing is early, lost or taken twice, and everything gets its turn", () => {
  fc.assert(
    fc.property(limits, fc.array(step, { maxLength: 150 }), (limit, steps) => {
      const queue = new DeliveryQueue(limit);
      const waiting = new Map<string, Attempt>();
      const inFlight = new Map<string, Attempt>();
      let nowMs = 0;
      const take = () => {
        for (const id of queue.take(nowMs)) {
          const attempt = waiting.get(id)!;
          expect(attempt.dueMs).toBeLessThanOrEqual(nowMs);
          waiting.delete(id);
          inFlight.set(id, attempt);
        }
        const all = [...inFlight.values()];
        const half = (limit: number) => Math.ceil(limit / 2);
        expect(all.length).toBeLessThanOrEqual(limit.total);
        expect(all.filter(({ isRetry }) => isRetry).length).toBeLessThanOrEqual(half(limit.total));
        for (const name of subscriptions) {
          const own = all.filter(({ subscription }) => subscription === name);
          expect(own.length).toBeLessThanOrEqual(limit.perSubscription);
          const retries = own.filter(({ isRetry }) => isRetry).length;
          expect(retries).toBeLessThanOrEqual(half(limit.perSubscription));
        }
        expect(queue.size).toBe(waiting.size);
      };
      const finishOne = (id: string) => {
        queue.finish(id, nowMs);
        inFlight.delete(id);
      };
      steps.forEach((next, n) => {
        if (next.do === "add") {
          const { subscription, isRetry, inMs } = next;
          const attempt = { id: `d${n}`, subscription, isRetry, dueMs: nowMs + inMs };
          waiting.set(attempt.id, attempt);
          queue.add(attempt);
        } else if (next.do === "wait") nowMs += next.ms;
        else if (inFlight.size > 0) finishOne([...inFlight.keys()][next.which % inFlight.size]!);
        take();
      });
      // As long as attempts end, every waiting delivery gets its turn.
      nowMs += 300;
      for (let rounds = waiting.size + inFlight.size; rounds > 0; rounds--) {
        take();
        const [first] = inFlight.keys();
        if (first !== undefined) finishOne(first);
      }
      expect([waiting.size, inFlight.size, queue.size]).toEqual([0, 0, 0]);
    }),
    { numRuns: 300 },
  );
});

test("a hundred thousand waiting deliveries cost no more each than a few", () => {
  const msFor = (count: number) => {
    const queue = new DeliveryQueue();
    const startedMs = performance.now();
    for (let n = 0; n < count; n++) {
      queue.add({
        id: `d${n}`,
        subscription: `s${n % 5_000}`,
        isRetry: n % 3 === 0,
        dueMs: n % 977,
      });
    }
    let taken = 0;
    for (let ids = queue.take(1_000); ids.length > 0; ids = queue.take(1_000)) {
      taken += ids.length;
      finish(queue, ids, 1_000);
    }
    expect(taken).toBe(count);
    return performance.now() - startedMs;
  };
  msFor(10_000);
  const [few, many] = [msFor(10_000), msFor(100_000)];
  // Ten times as many deliveries; an operation over all waiting ones would take a hundred times as long.
  expect(many).toBeLessThan(40 * few);
});
