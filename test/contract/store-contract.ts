import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { readJsonBlob, type Store, writeJsonBlob } from "../../src/store/port/store.ts";
import { acceptanceRecord } from "../helpers/records.ts";
import { aDelivery, aKey, anInvestigation } from "./store-records.ts";

export interface StoreUnderTest {
  store: Store;
  /** Closes the store and opens it again over the same data. */
  reopen(): Promise<Store>;
  dispose(): Promise<void>;
}

/** The tests that every store must pass; each implementation calls this. */
export function storeContract({
  name,
  open,
}: {
  name: string;
  open: () => Promise<StoreUnderTest>;
}): void {
  describe(`${name} as a store`, () => {
    let subject: StoreUnderTest;
    let store: Store;
    beforeEach(async () => {
      subject = await open();
      store = subject.store;
    });
    afterEach(() => subject.dispose());

    const put = (...keys: ReturnType<typeof aKey>[]) =>
      store.commit(keys.map((record) => ({ type: "put", kind: "key", record })));
    const putJob = (different: Parameters<typeof anInvestigation>[0]) =>
      store.commit([{ type: "put", kind: "investigation", record: anInvestigation(different) }]);
    const ids = (records: { id: string }[]) => records.map(({ id }) => id);

    test("a record that was put is found, also after reopening", async () => {
      const key = aKey({ name: "zwölf\u2028\u0000\ud83d\ude00" });
      expect(await put(key)).toEqual({ ok: true });
      expect((await store.find("key", key.id))?.record).toEqual(key);
      store = await subject.reopen();
      expect((await store.find("key", key.id))?.record).toEqual(key);
    });

    test("an acceptance is the same after reopening, with the evidence that it covers", async () => {
      const evidence = { columns: ["username", "uid"], rows: [["alice", 0, null]] };
      const record = acceptanceRecord({ id: newId("acp", 0), evidence, tags: { env: "dev" } });
      await store.commit([{ type: "put", kind: "acceptance", record }]);
      store = await subject.reopen();
      const page = await store.page("acceptance", {
        ...{ account: record.account_id, order: "newest_first", limit: 1 },
      });
      expect(page).toEqual({ records: [record], next: null });
    });

    test("an absent record is undefined, and a kind has its own ids", async () => {
      const key = aKey();
      await put(key);
      expect(await store.find("key", "nobody")).toBeUndefined();
      expect(await store.find("account", key.id)).toBeUndefined();
    });

    test("a removed record is gone, also after reopening; removing nothing is no error", async () => {
      const key = aKey();
      await put(key);
      await store.commit([{ type: "remove", kind: "key", id: key.id }]);
      expect(await store.commit([{ type: "remove", kind: "key", id: key.id }])).toEqual({
        ok: true,
      });
      store = await subject.reopen();
      expect(await store.find("key", key.id)).toBeUndefined();
    });

    test("changes of one commit are applied in order, and the last one counts", async () => {
      const key = aKey();
      await store.commit([
        { type: "put", kind: "key", record: key },
        { type: "remove", kind: "key", id: key.id },
        { type: "put", kind: "key", record: { ...key, name: "last" } },
      ]);
      expect((await store.find("key", key.id))?.record.name).toBe("last");
    });

    test("a commit whose expectation fails changes nothing and names the expectation", async () => {
      const [there, other] = [aKey(), aKey()];
      await put(there);
      const absent = { kind: "key", id: there.id, is: "absent" } as const;
      const result = await store.commit([{ type: "put", kind: "key", record: other }], [absent]);
      expect(result).toEqual({ ok: false, reason: "conflict", expectation: absent });
      expect(await store.find("key", other.id)).toBeUndefined();
    });

    test("an unchanged expectation holds until the record is put or removed", async () => {
      const key = aKey();
      await put(key);
      const { revision } = (await store.find("key", key.id))!;
      const unchanged = [{ kind: "key", id: key.id, is: "unchanged", revision } as const];
      const rename = (name: string) =>
        store.commit([{ type: "put", kind: "key", record: { ...key, name } }], unchanged);
      expect((await rename("first")).ok).toBe(true);
      expect((await rename("second")).ok).toBe(false);
      const second = (await store.find("key", key.id))!.revision;
      await store.commit([{ type: "remove", kind: "key", id: key.id }]);
      const stale = [{ kind: "key", id: key.id, is: "unchanged", revision: second } as const];
      expect((await store.commit([], stale)).ok).toBe(false);
    });

    test("of many concurrent commits that expect the same absence, one succeeds", async () => {
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, place) =>
          store.commit(
            [{ type: "put", kind: "key", record: aKey({ id: "one", name: `${place}` }) }],
            [{ kind: "key", id: "one", is: "absent" }],
          ),
        ),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      const winner = results.findIndex(({ ok }) => ok);
      expect((await store.find("key", "one"))?.record.name).toBe(`${winner}`);
    });

    test("of many concurrent updates of the same revision, one succeeds", async () => {
      await put(aKey({ id: "one" }));
      const { revision } = (await store.find("key", "one"))!;
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, place) =>
          store.commit(
            [{ type: "put", kind: "key", record: aKey({ id: "one", name: `${place}` }) }],
            [{ kind: "key", id: "one", is: "unchanged", revision }],
          ),
        ),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    });

    test("pages return an account's records by id in both directions without repeats or gaps", async () => {
      const keys = Array.from({ length: 25 }, (_, place) =>
        aKey({ id: `k${String((place * 7919) % 25).padStart(2, "0")}` }),
      );
      await put(...keys, aKey({ id: "k11x", account_id: "acc_two" }));
      for (const order of ["oldest_first", "newest_first"] as const) {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await store.page("key", { account: "acc_one", order, limit: 4, after });
          seen.push(...ids(page.records));
          after = page.next ?? undefined;
        } while (after);
        const sorted = ids(keys).sort();
        expect(seen).toEqual(order === "oldest_first" ? sorted : sorted.reverse());
      }
    });

    test("records added or removed between two pages neither repeat nor skip any other", async () => {
      await put(...["b", "d", "f", "h"].map((id) => aKey({ id })));
      const query = { account: "acc_one", order: "oldest_first", limit: 2 } as const;
      const first = await store.page("key", query);
      expect(ids(first.records)).toEqual(["b", "d"]);
      await put(aKey({ id: "a" }), aKey({ id: "e" }));
      await store.commit([{ type: "remove", kind: "key", id: "d" }]);
      const second = await store.page("key", { ...query, after: first.next! });
      expect(ids(second.records)).toEqual(["e", "f"]);
    });

    test("a page that ends exactly at the last record has no next page", async () => {
      await put(aKey({ id: "a" }), aKey({ id: "b" }));
      const query = { account: "acc_one", order: "oldest_first" } as const;
      expect((await store.page("key", { ...query, limit: 2 })).next).toBeNull();
      expect((await store.page("key", { ...query, limit: 1 })).next).toBe("a");
      expect(await store.page("key", { ...query, limit: 5, account: "nobody" })).toEqual({
        records: [],
        next: null,
      });
    });

    test("a page can filter by equal fields, including null and whole arrays", async () => {
      await put(
        aKey({ id: "a", name: "x" }),
        aKey({ id: "b", name: null }),
        aKey({ id: "c", name: "x", scopes: ["keys:read"] }),
      );
      const where = async (fields: Partial<ReturnType<typeof aKey>>) =>
        ids(
          (
            await store.page("key", {
              account: "acc_one",
              order: "oldest_first",
              limit: 9,
              where: fields,
            })
          ).records,
        );
      expect(await where({ name: "x" })).toEqual(["a", "c"]);
      expect(await where({ name: null })).toEqual(["b"]);
      expect(await where({ name: "x", scopes: ["keys:read"] })).toEqual(["c"]);
    });

    test("a page by an indexed field follows its changes and removals, also after reopening", async () => {
      const putDelivery = (
        id: string,
        status: "pending" | "delivered",
        subscription_id = "sub_a",
      ) =>
        store.commit([
          { type: "put", kind: "delivery", record: aDelivery({ id, status, subscription_id }) },
        ]);
      const page = async (where: {
        status?: "pending" | "delivered";
        subscription_id?: string;
      }) => {
        const query = { account: "acc_one", order: "newest_first", limit: 9, where } as const;
        return ids((await store.page("delivery", query)).records);
      };
      for (const id of ["a", "b", "c", "d"]) await putDelivery(id, "pending");
      await putDelivery("b", "delivered");
      await putDelivery("c", "delivered", "sub_b");
      await store.commit([{ type: "remove", kind: "delivery", id: "a" }]);
      for (let opened = 0; opened < 2; opened++) {
        expect(await page({ status: "pending" })).toEqual(["d"]);
        expect(await page({ status: "delivered" })).toEqual(["c", "b"]);
        expect(await page({ status: "delivered", subscription_id: "sub_a" })).toEqual(["b"]);
        expect(await page({ subscription_id: "nobody" })).toEqual([]);
        store = await subject.reopen();
      }
    });

    test("a page can be limited to a range of ids, in both orders", async () => {
      await put(...["b", "c", "d", "e", "f"].map((id) => aKey({ id })));
      const range = async (order: "oldest_first" | "newest_first", from: string, below: string) => {
        const query = { account: "acc_one", order, limit: 2, from, below };
        const first = await store.page("key", query);
        if (first.next === null) return [ids(first.records)];
        const second = await store.page("key", { ...query, after: first.next });
        return [ids(first.records), ids(second.records)];
      };
      expect(await range("oldest_first", "c", "f")).toEqual([["c", "d"], ["e"]]);
      expect(await range("newest_first", "c", "f")).toEqual([["e", "d"], ["c"]]);
      expect(await range("oldest_first", "a", "c")).toEqual([["b"]]);
      expect(await range("newest_first", "ba", "z")).toEqual([
        ["f", "e"],
        ["d", "c"],
      ]);
      expect(await range("oldest_first", "d", "d")).toEqual([[]]);
    });

    test("a scan returns every record of a kind across all accounts", async () => {
      await put(aKey({ id: "a" }), aKey({ id: "b", account_id: "acc_two" }));
      const seen: string[] = [];
      for await (const { id } of store.scan("key")) seen.push(id);
      expect(seen.sort()).toEqual(["a", "b"]);
    });

    const claim = (worker: string, nowMs: number, limit = 10) =>
      store.claim("investigation", { worker, nowMs, leaseMs: 1000, limit });

    test("claims take due jobs, longest due first, and no others", async () => {
      await putJob({ id: "later", due_at: 90 });
      await putJob({ id: "first", due_at: 10 });
      await putJob({ id: "future", due_at: 101 });
      await putJob({ id: "done", due_at: null });
      const jobs = await claim("w1", 100);
      expect(jobs.map(({ record }) => record.id)).toEqual(["first", "later"]);
      expect(jobs[0]!.record.lease).toEqual({ worker: "w1", until: 1100 });
      expect(await store.find("investigation", "first")).toEqual(jobs[0]);
    });

    test("a claim takes no more than its limit", async () => {
      for (const id of ["a", "b", "c"]) await putJob({ id, due_at: 1 });
      expect((await claim("w1", 5, 2)).map(({ record }) => record.id)).toEqual(["a", "b"]);
      expect((await claim("w2", 5, 2)).map(({ record }) => record.id)).toEqual(["c"]);
    });

    test("a claim that names jobs gets those without a lease, due or not, in the given order", async () => {
      for (const id of ["a", "b", "c", "d"]) await putJob({ id, due_at: id === "d" ? 10 : 5000 });
      await putJob({ id: "done", due_at: null });
      const named = async (...ids: string[]) => {
        const query = { worker: "w1", nowMs: 100, leaseMs: 1000, limit: 2, ids };
        return (await store.claim("investigation", query)).map(({ record }) => record.id);
      };
      expect(await named("done", "nobody", "c", "c", "a", "b")).toEqual(["c", "a"]);
      expect(await named("a", "b", "c")).toEqual(["b"]);
      expect(await named()).toEqual([]);
      expect((await claim("w2", 100)).map(({ record }) => record.id)).toEqual(["d"]);
    });

    test("a leased job can be claimed again only after its lease has expired", async () => {
      await putJob({ id: "a" });
      await claim("w1", 100);
      expect(await claim("w2", 1099)).toEqual([]);
      const [again] = await claim("w2", 1100);
      expect(again?.record.lease?.worker).toBe("w2");
    });

    test("a lease ends when its record is committed without one, and is renewed when committed with one", async () => {
      await putJob({ id: "a" });
      const [job] = await claim("w1", 100);
      await putJob({ ...job!.record, lease: { worker: "w1", until: 3000 } });
      expect(await claim("w2", 2999)).toEqual([]);
      await putJob({ ...job!.record, lease: null });
      expect(await claim("w2", 200)).toHaveLength(1);
    });

    test("a lease ends with the process that holds it, claimed or committed", async () => {
      await putJob({ id: "claimed" });
      await claim("w1", 100);
      await putJob({ id: "committed", lease: { worker: "w1", until: 3000 } });
      store = await subject.reopen();
      expect((await store.find("investigation", "committed"))?.record.lease).toBeNull();
      expect((await claim("w2", 200)).map(({ record }) => record.id)).toEqual([
        "claimed",
        "committed",
      ]);
    });

    test("a claim does not change the record: its revision stays and watchers are not notified", async () => {
      await putJob({ id: "a" });
      const { revision } = (await store.find("investigation", "a"))!;
      const firstTold = new Promise((resolve) => {
        store.watch(resolve);
      });
      const [job] = await claim("w1", 100);
      expect(job?.revision).toBe(revision);
      // Notifications arrive in order, so one about the claim would be first.
      await put(aKey({ id: "k" }));
      expect(await firstTold).toEqual([{ kind: "key", id: "k" }]);
      const unchanged = { kind: "investigation", id: "a", is: "unchanged", revision } as const;
      expect(await store.commit([], [unchanged])).toEqual({ ok: true });
    });

    test("workers that claim concurrently never get the same job", async () => {
      for (let place = 0; place < 20; place++) await putJob({ id: `j${place}` });
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, place) => claim(`w${place}`, 10, 5)),
      );
      const taken = claims.flat().map(({ record }) => record.id);
      expect(taken).toHaveLength(20);
      expect(new Set(taken).size).toBe(20);
    });

    test("a claim sees the commits before it and conflicts with none after it", async () => {
      const [, jobs, finished] = await Promise.all([
        putJob({ id: "new" }),
        claim("w1", 10),
        putJob({ id: "new", due_at: null }),
      ]);
      expect(jobs.map(({ record }) => record.id)).toEqual(["new"]);
      expect(finished.ok).toBe(true);
      expect((await store.find("investigation", "new"))?.record.due_at).toBeNull();
    });

    test("a worker detects by the revision that its job was changed meanwhile", async () => {
      await putJob({ id: "a" });
      const [job] = await claim("w1", 10);
      await putJob({ id: "a", due_at: null, status: "cancelled" });
      const expectation = {
        kind: "investigation",
        id: "a",
        is: "unchanged",
        revision: job!.revision,
      } as const;
      expect((await store.commit([], [expectation])).ok).toBe(false);
    });

    test("a blob is read back byte for byte, also after reopening, until it is removed", async () => {
      const data = Uint8Array.from({ length: 70_000 }, (_, place) => place % 256);
      await store.putBlob("investigation/inv_1", data);
      await writeJsonBlob(store, "investigation/inv_2", { rows: [["ä"]] });
      store = await subject.reopen();
      expect(new Uint8Array((await store.getBlob("investigation/inv_1"))!)).toEqual(data);
      const range = { offset: 300, length: 4 };
      const part = (await store.getBlob("investigation/inv_1", range))!;
      expect([...part]).toEqual([44, 45, 46, 47]);
      expect(await readJsonBlob(store, "investigation/inv_2")).toEqual({ rows: [["ä"]] });
      await store.removeBlob("investigation/inv_1");
      await store.removeBlob("investigation/inv_1");
      expect(await store.getBlob("investigation/inv_1")).toBeUndefined();
      expect(await store.getBlob("investigation/inv_1", range)).toBeUndefined();
    });

    test.each(["../x", "a/../b", "a", "/a/b", "a/b/c", "a/", "./b", "a\\b/c", "a/b\0", ""])(
      "%j is refused as the name of a blob",
      async (name) => {
        await expect(store.putBlob(name, new Uint8Array(1))).rejects.toThrow("Not a blob name");
      },
    );

    test("watchers are notified after each commit, until they stop", async () => {
      const notified: unknown[] = [];
      let resolve: () => void;
      const heard = new Promise<void>((done) => {
        resolve = done;
      });
      const stop = store.watch((changed) => {
        notified.push(...changed);
        resolve();
      });
      await put(aKey({ id: "a" }));
      await heard;
      expect(notified).toEqual([{ kind: "key", id: "a" }]);
      stop();
      await put(aKey({ id: "b" }));
      expect(notified).toHaveLength(1);
    });

    test("statistics count the records of each kind", async () => {
      await put(aKey(), aKey());
      await putJob({ id: "a" });
      expect((await store.statistics()).records).toMatchObject({ key: 2, investigation: 1 });
    });

    test("queues count the jobs that could be claimed, and when the first became due", async () => {
      expect(await store.queues(0)).toEqual({
        investigation: { depth: 0, oldestDueAt: null },
        delivery: { depth: 0, oldestDueAt: null },
        curiosity: { depth: 0, oldestDueAt: null },
      });
      await putJob({ id: "leased", due_at: 100 });
      await store.claim("investigation", { worker: "w", nowMs: 150, leaseMs: 1_000, limit: 1 });
      for (const [id, due_at] of Object.entries({ a: 300, b: 200, later: 900, ended: null }))
        await putJob({ id, due_at });
      const { investigation } = await store.queues(500);
      expect(investigation).toEqual({ depth: 2, oldestDueAt: 200 });
      // A lease that has expired may be claimed again.
      const { investigation: later } = await store.queues(1_150);
      expect(later).toEqual({ depth: 4, oldestDueAt: 100 });
    });

    test("a healthy store passes its check; a closed one rejects commits", async () => {
      await store.check();
      await store.close();
      await expect(put(aKey())).rejects.toThrow("closed");
    });
  });
}
