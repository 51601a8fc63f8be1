import fc from "fast-check";
import { expect, test } from "vitest";
import { readPage } from "../../../../src/store/lowdb/tables/read-page.ts";
import { Tables } from "../../../../src/store/lowdb/tables/tables.ts";
import type { Page, PageQuery } from "../../../../src/store/port/store.ts";
import type { DeliveryRecord } from "../../../../src/store/records.ts";
import { aDelivery } from "../../../contract/store-records.ts";

const id = fc.nat(30).map((number) => `dlv_${String(number).padStart(2, "0")}`);
const status = fc.constantFrom("pending", "delivered", "failed_permanent");
const subscription = fc.constantFrom("sub_a", "sub_b");
const event = fc.constantFrom("event_a", "event_b", "event_c");
const accounts = ["acc_one", "acc_two"];

const change = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("put" as const),
      id,
      status,
      subscription_id: subscription,
      event_id: event,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("remove" as const), id }) },
);
const read = fc.record({
  type: fc.constant("page" as const),
  account: fc.constantFrom(...accounts),
  order: fc.constantFrom("oldest_first" as const, "newest_first" as const),
  limit: fc.integer({ min: 1, max: 5 }),
  where: fc.record(
    { status, subscription_id: subscription, event_id: event, replay_of: fc.constant(null) },
    { requiredKeys: [] },
  ),
  from: fc.option(id, { nil: undefined }),
  below: fc.option(id, { nil: undefined }),
  /** What happens after each of its pages. */
  meanwhile: fc.array(change, { maxLength: 6 }),
});
type Step = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** A record's account never changes, so it is derived from the record's id. */
const accountOf = (one: string) => accounts[Number(one.at(-1)) % 3 === 0 ? 1 : 0]!;

function take(tables: Tables, model: Map<string, DeliveryRecord>, one: Step): void {
  if (one.type === "remove") {
    tables.table("delivery").remove(one.id);
    model.delete(one.id);
    return;
  }
  const { type: _, ...fields } = one;
  const record = aDelivery({ ...fields, account_id: accountOf(one.id) });
  tables.table("delivery").put(record, 1);
  model.set(record.id, record);
}

/** A reference implementation of a page. */
function plainPage(
  model: Map<string, DeliveryRecord>,
  { account, order, limit, where = {}, after, from, below }: PageQuery<DeliveryRecord>,
): Page<DeliveryRecord> {
  const rising = order === "oldest_first";
  const found = [...model.values()]
    .filter((record) => record.account_id === account)
    .filter((record) =>
      Object.entries(where).every(([field, value]) => record[field as "status"] === value),
    )
    .filter(({ id }) => (from === undefined || id >= from) && (below === undefined || id < below))
    .filter(({ id }) => after === undefined || (rising ? id > after : id < after))
    .sort((a, b) => (a.id < b.id === rising ? -1 : 1));
  const records = found.slice(0, limit);
  return { records, next: found.length > limit ? records.at(-1)!.id : null };
}

test("pages by indexed fields and ranges equal a scan of every record, as records change", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(change, read), { size: "max", maxLength: 120 }),
      async (steps) => {
        const tables = new Tables();
        const model = new Map<string, DeliveryRecord>();
        for (const one of steps) {
          if (one.type !== "page") {
            take(tables, model, one);
            continue;
          }
          const { type: _, meanwhile, from, below, ...query } = one;
          const range = { ...(from && { from }), ...(below && { below }) };
          for (let after: string | undefined; ; ) {
            const asked = { ...query, ...range, ...(after && { after }) };
            const page = await readPage(tables, "delivery", asked);
            expect(page).toEqual(plainPage(model, asked));
            if (page.next === null) break;
            after = page.next;
            for (const other of meanwhile) take(tables, model, other);
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});

test("a value that hundreds of records gain and lose is found at every moment", async () => {
  const tables = new Tables();
  const inStatus = async (wanted: "pending" | "delivered") => {
    const query = { account: "acc_one", order: "newest_first", limit: 1000 } as const;
    return (await readPage(tables, "delivery", { ...query, where: { status: wanted } })).records
      .length;
  };
  const deliveries = Array.from({ length: 300 }, (_, at) => aDelivery({ id: `dlv_${at + 100}` }));
  for (const record of deliveries) tables.table("delivery").put(record, 1);
  expect([await inStatus("pending"), await inStatus("delivered")]).toEqual([300, 0]);
  for (const [at, record] of deliveries.entries()) {
    tables.table("delivery").put({ ...record, status: "delivered" }, 2);
    expect([await inStatus("pending"), await inStatus("delivered")]).toEqual([299 - at, at + 1]);
  }
});
