import { expect, onTestFinished, test } from "vitest";
import {
  createCuriosity,
  deleteCuriosity,
  updateCuriosity,
} from "../../../../src/server/curiosity/curiosity-items.ts";
import { createCuriosityOrder } from "../../../../src/server/curiosity/curiosity-order.ts";
import type { Store } from "../../../../src/store/port/store.ts";
import { openTestStore, testServices } from "../../../helpers/test-server.ts";

const accountId = "acc_one";

async function orderOf(store: Store) {
  const { services } = testServices(store);
  const order = createCuriosityOrder(store);
  onTestFinished(() => order.stop());
  const add = async (query: string, first_run_at: string, account = accountId) =>
    (await createCuriosity(services, account, { query, interval: "1d", first_run_at })).id;
  const queries = async () => (await order.of(accountId)).map(({ query }) => query);
  return { services, order, add, queries };
}

test("items are sorted again only after a change", async () => {
  const { order, add } = await orderOf(await openTestStore());
  await add("first", "2026-11-02T00:00:00Z");
  const before = await order.of(accountId);
  expect(await order.of(accountId)).toBe(before);
  await add("second", "2026-11-03T00:00:00Z");
  expect(await order.of(accountId)).not.toBe(before);
});

test("the order reflects each change at once", async () => {
  const store = await openTestStore();
  const { services, add, queries } = await orderOf(store);
  const id = await add("late", "2026-11-09T00:00:00Z");
  await add("other account's", "2026-11-01T00:00:00Z", "acc_two");
  expect(await queries()).toEqual(["late"]);
  await add("early", "2026-11-02T00:00:00Z");
  expect(await queries()).toEqual(["early", "late"]);
  await updateCuriosity(services, { accountId, id }, { first_run_at: "2026-11-01T00:00:00Z" });
  expect(await queries()).toEqual(["late", "early"]);
  await updateCuriosity(services, { accountId, id }, { active: false });
  expect(await queries()).toEqual(["early", "late"]);
  await deleteCuriosity(store, { accountId, id });
  expect(await queries()).toEqual(["early"]);
});

test("a read during a change isn't cached", async () => {
  const store = await openTestStore();
  let duringRead = async () => {};
  const watched: Store = {
    ...store,
    async page(kind, query) {
      const page = await store.page(kind, query);
      await duringRead();
      return page;
    },
  };
  const { add, queries } = await orderOf(watched);
  await add("first", "2026-11-02T00:00:00Z");
  duringRead = async () => {
    duringRead = async () => {};
    await add("second", "2026-11-03T00:00:00Z");
  };
  expect(await queries()).toEqual(["first"]);
  expect(await queries()).toEqual(["first", "second"]);
});
