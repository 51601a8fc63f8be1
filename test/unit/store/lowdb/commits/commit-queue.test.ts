import { expect, test } from "vitest";
import { CommitQueue } from "../../../../../src/store/lowdb/commits/commit-queue.ts";
import { serializeChanges } from "../../../../../src/store/lowdb/commits/plan-batch.ts";
import { Tables } from "../../../../../src/store/lowdb/tables/tables.ts";
import { aKey, anInvestigation } from "../../../../contract/store-records.ts";

function aQueue(tables = new Tables()): { queue: CommitQueue; batches: string[] } {
  const batches: string[] = [];
  const queue = new CommitQueue({
    tables,
    sequence: 0,
    append: async (lines) => {
      batches.push(lines.toString());
    },
    committed: () => undefined,
  });
  return { queue, batches };
}

function tablesWithJob(): Tables {
  const tables = new Tables();
  tables.table("investigation").put(anInvestigation({ id: "job" }), 7);
  return tables;
}

const claim = {
  type: "claim" as const,
  kind: "investigation" as const,
  query: { worker: "w", nowMs: 10, leaseMs: 50, limit: 5 },
};

const put = (id: string) => ({
  type: "commit" as const,
  changes: serializeChanges([{ type: "put", kind: "key", record: aKey({ id }) }]),
  expectations: [],
});

test("commits that arrive together share one write, in their order", async () => {
  const { queue, batches } = aQueue();
  await Promise.all(["a", "b", "c"].map((id) => queue.submit(put(id))));
  expect(batches).toHaveLength(1);
  expect(batches[0]!.match(/"sequence":\d+/g)).toEqual([1, 2, 3].map((n) => `"sequence":${n}`));
});

test("a commit is written whenever it arrives after the previous one", async () => {
  const { queue } = aQueue();
  for (let hops = 0; hops < 30; hops++) {
    await queue.submit(put("before"));
    // Each hop is a different moment between the end of a batch and the queue becoming idle.
    for (let hop = 0; hop < hops; hop++) await Promise.resolve();
    await queue.submit(put("after"));
  }
  expect(queue.sequence).toBe(60);
});

test("a task between batches sees every commit before it and none after it", async () => {
  const { queue } = aQueue();
  const first = queue.submit(put("a"));
  await first;
  const seen = queue.between(async () => queue.sequence);
  const second = queue.submit(put("b"));
  expect(await seen).toBe(1);
  await second;
  await queue.idle();
  expect(queue.sequence).toBe(2);
});

test("claims write nothing, alone or in a batch with commits", async () => {
  const tables = tablesWithJob();
  const { queue, batches } = aQueue(tables);
  await Promise.all([queue.submit(claim), queue.submit(claim)]);
  expect(batches).toEqual([]);
  expect(queue.sequence).toBe(0);
  expect(tables.table("investigation").rows.get("job")).toMatchObject({
    revision: 7,
    record: { lease: { worker: "w", until: 60 } },
  });
  await Promise.all([queue.submit(put("a")), queue.submit(claim)]);
  expect(batches.join("")).not.toContain("lease");
});

test("a claim in the same batch as a failed commit leases nothing", async () => {
  const tables = tablesWithJob();
  const queue = new CommitQueue({
    tables,
    sequence: 0,
    append: () => Promise.reject(new Error("no space")),
    committed: () => undefined,
  });
  const outcomes = await Promise.allSettled([queue.submit(put("a")), queue.submit(claim)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(tables.table("investigation").rows.get("job")?.record).toMatchObject({ lease: null });
});
