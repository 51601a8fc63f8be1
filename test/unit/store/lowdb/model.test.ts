import fc from "fast-check";
import { expect, test } from "vitest";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import type { Change, Expectation, Store } from "../../../../src/store/port/store.ts";
import type { InvestigationRecord } from "../../../../src/store/records.ts";
import { anInvestigation } from "../../../contract/store-records.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const id = fc.constantFrom("a", "b", "c", "d", "e");
const change: fc.Arbitrary<Change> = fc.oneof(
  fc
    .record({
      id,
      query: fc.string({ unit: "binary" }),
      lease: fc.option(fc.record({ worker: fc.constant("v"), until: fc.nat(200) })),
      due_at: fc.option(fc.nat(100)),
      account_id: fc.constant("acc_one"),
    })
    .map(
      (fields): Change => ({
        type: "put",
        kind: "investigation",
        record: anInvestigation(fields),
      }),
    ),
  id.map((one): Change => ({ type: "remove", kind: "investigation", id: one })),
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("commit" as const),
      changes: fc.array(change, { maxLength: 4 }),
      absent: fc.option(id),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("claim" as const),
      nowMs: fc.nat(200),
      ids: fc.option(fc.uniqueArray(id), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("reopen" as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("checkpoint" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A reference implementation of the port's rules. */
class Model {
  readonly records = new Map<string, InvestigationRecord>();

  commit(changes: Change[], absent: string | null): boolean {
    if (absent !== null && this.records.has(absent)) return false;
    for (const one of changes) {
      if (one.type === "remove") this.records.delete(one.id);
      else this.records.set(one.record.id, one.record as InvestigationRecord);
    }
    return true;
  }

  claim(nowMs: number, ids: string[] | undefined): string[] {
    const due = [...this.records.values()]
      .filter(({ due_at }) => due_at !== null && due_at <= nowMs)
      .sort((a, b) => a.due_at! - b.due_at! || (a.id < b.id ? -1 : 1));
    const named = ids?.flatMap((one) => this.records.get(one) ?? []);
    const claimed = (named ?? due)
      .filter(({ due_at, lease }) => due_at !== null && !(lease && lease.until > nowMs))
      .slice(0, 2);
    for (const job of claimed) {
      this.records.set(job.id, { ...job, lease: { worker: "w", until: nowMs + 50 } });
    }
    return claimed.map((job) => job.id);
  }

  /** Leases end with the process. */
  reopen(): void {
    for (const [id, record] of this.records) this.records.set(id, { ...record, lease: null });
  }
}

async function contentOf(store: Store): Promise<InvestigationRecord[]> {
  const query = { account: "acc_one", order: "oldest_first", limit: 100 } as const;
  return (await store.page("investigation", query)).records;
}

const byId = (model: Model) => [...model.records.values()].sort((a, b) => (a.id < b.id ? -1 : 1));

async function takeStep(store: Store, model: Model, one: Step): Promise<void> {
  if (one.type === "commit") {
    const expectations: Expectation[] =
      one.absent === null ? [] : [{ kind: "investigation", id: one.absent, is: "absent" }];
    const { ok } = await store.commit(one.changes, expectations);
    expect(ok).toBe(model.commit(one.changes, one.absent));
  } else if (one.type === "claim") {
    const { nowMs, ids } = one;
    const query = { worker: "w", nowMs, leaseMs: 50, limit: 2, ...(ids && { ids }) };
    const jobs = await store.claim("investigation", query);
    expect(jobs.map(({ record }) => record.id)).toEqual(model.claim(nowMs, ids));
  }
}

test("any sequence of commits, claims and checkpoints, reopened at any point, equals the model", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const dir = temporaryFolder();
      const model = new Model();
      let store = await openLowdbStore({ dir, checkpointBytes: 2000 });
      for (const one of steps) {
        await takeStep(store, model, one);
        if (one.type === "checkpoint") await store.checkpoint();
        if (one.type === "reopen") {
          await store.close();
          store = await openLowdbStore({ dir, checkpointBytes: 2000 });
          model.reopen();
        }
        expect(await contentOf(store)).toEqual(byId(model));
      }
      await store.close();
      store = await openLowdbStore({ dir });
      model.reopen();
      expect(await contentOf(store)).toEqual(byId(model));
      await store.close();
    }),
    { numRuns: 40 },
  );
}, 60_000);

test("concurrent steps have the same result as sequential ones", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const model = new Model();
      const store = await openLowdbStore({ dir: temporaryFolder() });
      await Promise.all(steps.map((one) => takeStep(store, model, one)));
      expect(await contentOf(store)).toEqual(byId(model));
      await store.close();
    }),
    { numRuns: 60 },
  );
}, 60_000);
