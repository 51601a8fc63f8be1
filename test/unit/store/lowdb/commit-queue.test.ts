import { expect, test } from "vitest";
import { CommitQueue } from "../../../../src/store/lowdb/commit-queue.ts";
import { serializeChanges } from "../../../../src/store/lowdb/plan-batch.ts";
import { Tables } from "../../../../src/store/lowdb/tables.ts";
import { aKey } from "../../../contract/store-records.ts";

function aQueue(): { queue: CommitQueue; batches: string[] } {
  const batches: string[] = [];
  const queue = new CommitQueue({
    tables: new Tables(),
    sequence: 0,
    append: async (lines) => {
      batches.push(lines.toString());
    },
    committed: () => undefined,
  });
  return { queue, batches };
}

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

test("a commit is taken up whenever it comes after the one before", async () => {
  const { queue } = aQueue();
  for (let hops = 0; hops < 30; hops++) {
    await queue.submit(put("before"));
    // Each hop is another moment between the end of a batch and the queue's falling asleep.
    for (let hop = 0; hop < hops; hop++) await Promise.resolve();
    await queue.submit(put("after"));
  }
  expect(queue.sequence).toBe(60);
});

test("a task between batches sees all commits before it and none of those after", async () => {
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
