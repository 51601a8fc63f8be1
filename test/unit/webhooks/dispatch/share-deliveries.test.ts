import { expect, onTestFinished, test } from "vitest";
import type { PostgresStore } from "../../../../src/store/postgres/postgres-store.ts";
import type { AttemptOutcome, DeliveryRequest } from "../../../../src/webhooks/types.ts";
import {
  answered,
  deliveryWhen,
  dispatching,
  endedDelivery,
  sealedSubscription,
  subscribed,
} from "../../../helpers/dispatching.ts";
import { newDatabase } from "../../../helpers/postgres.ts";
import { openTestStore } from "../../../helpers/postgres-store.ts";
import { signal } from "../../../helpers/signal.ts";

const subscription = (name: string) =>
  sealedSubscription({ id: `sub_${name}`, url: `https://${name}.example/` });

/** Servers over one database; each sends its deliveries to `answer`. */
async function servers(
  count: number,
  answer: (request: DeliveryRequest, server: number) => AttemptOutcome | Promise<AttemptOutcome>,
  schedule = [0, 500, 500],
) {
  const url = await newDatabase();
  const stores: PostgresStore[] = [];
  for (let at = 0; at < count; at++) {
    const store = await openTestStore(url);
    onTestFinished(() => store.close());
    stores.push(store);
  }
  const started = stores.map((store, at) =>
    dispatching({
      store,
      clock: store.clock,
      shared: store.shared.deliveries,
      schedule,
      answer: (request) => answer(request, at),
    }),
  );
  return { stores, started };
}

const emitMany = async (emit: () => Promise<string[]>, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => emit()))).flat();

test("two servers together send at most ten of a subscription's deliveries at a time, each once", async () => {
  const [tenInFlight, released] = [signal(), signal()];
  let [inFlight, most] = [0, 0];
  const { stores, started } = await servers(2, async ({ url }) => {
    if (url.includes("other")) return answered(200);
    inFlight += 1;
    most = Math.max(most, inFlight);
    if (inFlight === 10) tenInFlight.resolve();
    await released.promise;
    inFlight -= 1;
    return answered(200);
  });
  const own = await subscribed(stores[0]!, subscription("one"));
  const ids = await emitMany(own, 50);
  await tenInFlight.promise;
  // Until both servers have had the time to send more.
  const others = await subscribed(stores[0]!, subscription("other"));
  for (let count = 0; count < 20; count++)
    for (const id of await others())
      if ((await stores[0]!.find("delivery", id))!.record.subscription_id === "sub_other")
        await endedDelivery(stores[0]!, id);
      else ids.push(id);
  expect(most).toBe(10);
  released.resolve();
  await Promise.all(ids.map((id) => endedDelivery(stores[0]!, id)));
  const sent = started.flatMap(({ requests }) => requests).filter(({ url }) => url.includes("one"));
  expect(new Set(sent.map(({ headers }) => headers["X-Service-Delivery-Id"])).size).toBe(70);
  expect(sent).toHaveLength(70);
  expect(most).toBe(10);
  expect(started.flatMap(({ errors }) => errors)).toEqual([]);
});

test("a delivery is sent while another one of its subscription hangs", async () => {
  const [sent, ended] = [signal(), signal<AttemptOutcome>()];
  let requests = 0;
  const { stores } = await servers(2, () => {
    if (++requests > 1) return answered(200);
    sent.resolve();
    return ended.promise;
  });
  const emit = await subscribed(stores[0]!, subscription("one"));
  const [first] = await emit();
  await sent.promise;
  const [second] = await emit();
  expect((await endedDelivery(stores[0]!, second!)).status).toBe("delivered");
  ended.resolve(answered(200));
  expect((await endedDelivery(stores[0]!, first!)).status).toBe("delivered");
});

test("a failed attempt is repeated when it is due", async () => {
  const atMs: number[] = [];
  const { stores } = await servers(2, () => {
    atMs.push(performance.now());
    return answered(atMs.length < 3 ? 503 : 200);
  });
  const emit = await subscribed(stores[0]!, subscription("one"));
  const [id] = await emit();
  const delivery = await endedDelivery(stores[1]!, id!);
  expect(delivery.attempts.map(({ response_code }) => response_code)).toEqual([503, 503, 200]);
  for (const [at, ms] of atMs.slice(1).entries())
    expect(ms - atMs[at]!).toBeGreaterThanOrEqual(490);
});

test("a retry that is due later is left to any server, after the one that sent it first has stopped", async () => {
  let isUp = false;
  const { stores, started } = await servers(2, () => answered(isUp ? 200 : 503), [0, 2_000]);
  const emit = await subscribed(stores[0]!, subscription("one"));
  const [id] = await emit();
  await deliveryWhen(stores[0]!, id!, ({ attempts }) => attempts.length === 1);
  isUp = true;
  const first = started.findIndex(({ requests }) => requests.length === 1);
  await started[first]!.dispatcher.stop();
  const other = 1 - first;
  expect((await endedDelivery(stores[other]!, id!)).status).toBe("delivered");
  expect(started[other]!.requests).toHaveLength(1);
});

test("subscriptions with receivers that hang don't delay another one", async () => {
  const { promise: hanging, resolve: release } = signal<AttemptOutcome>();
  const { stores } = await servers(2, ({ url }) =>
    url.includes("slow") ? hanging : answered(200),
  );
  const slow = Array.from({ length: 10 }, (_, at) => subscription(`slow${at}`));
  const emit = await subscribed(stores[0]!, ...slow, subscription("prompt"));
  await emitMany(emit, 20);
  const ids = await emit();
  const own = (
    await Promise.all(ids.map(async (id) => (await stores[0]!.find("delivery", id))!.record))
  ).find(({ subscription_id }) => subscription_id === "sub_prompt");
  expect((await endedDelivery(stores[0]!, own!.id)).status).toBe("delivered");
  release(answered(200));
});
