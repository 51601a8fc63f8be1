import { expect, test } from "vitest";
import { readPage } from "../../../../../src/store/lowdb/tables/read-page.ts";
import { Tables } from "../../../../../src/store/lowdb/tables/tables.ts";
import { aKey } from "../../../../contract/store-records.ts";

const count = 12_000;
const idOf = (number: number) => `k${String(number).padStart(5, "0")}`;

function manyKeys(): Tables {
  const tables = new Tables();
  for (let number = 0; number < count; number++) {
    const record = aKey({ id: idOf(number), name: number % 4000 === 0 ? "rare" : "common" });
    tables.table("key").put(record, 1);
  }
  return tables;
}

test("a selective filter finds every match, in both directions", async () => {
  const tables = manyKeys();
  const query = { account: "acc_one", limit: 2, where: { name: "rare" } } as const;
  const first = await readPage(tables, "key", { ...query, order: "oldest_first" });
  expect(first.records.map(({ id }) => id)).toEqual([idOf(0), idOf(4000)]);
  const second = await readPage(tables, "key", {
    ...query,
    order: "oldest_first",
    after: first.next!,
  });
  expect(second.records.map(({ id }) => id)).toEqual([idOf(8000)]);
  expect(second.next).toBeNull();
  const newest = await readPage(tables, "key", { ...query, order: "newest_first" });
  expect(newest.records.map(({ id }) => id)).toEqual([idOf(8000), idOf(4000)]);
});

test("a long scan yields to others, and is not disturbed by records they remove or add", async () => {
  const tables = manyKeys();
  let turns = 0;
  const timer = setImmediate(() => {
    turns++;
    tables.table("key").remove(idOf(0));
    tables.table("key").remove(idOf(8000));
    tables.table("key").put(aKey({ id: "k99999", name: "rare" }), 2);
  });
  const page = await readPage(tables, "key", {
    account: "acc_one",
    order: "oldest_first",
    limit: 10,
    where: { name: "rare" },
  });
  clearImmediate(timer);
  expect(turns).toBe(1);
  expect(page.records.map(({ id }) => id)).toEqual([idOf(0), idOf(4000), "k99999"]);
});
