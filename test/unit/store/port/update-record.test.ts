import { expect, test } from "vitest";
import type { Change, Store } from "../../../../src/store/port/store.ts";
import { updateRecord } from "../../../../src/store/port/update-record.ts";
import type { KeyRecord } from "../../../../src/store/records.ts";
import { aKey } from "../../../contract/store-records.ts";

/** A store of keys that runs `beforeCommit` ahead of each commit, as a concurrent writer would. */
function keyStore(beforeCommit: (put: (key: KeyRecord) => void) => void = () => {}) {
  const keys = new Map<string, { record: KeyRecord; revision: number }>();
  const put = (record: KeyRecord) =>
    void keys.set(record.id, { record, revision: (keys.get(record.id)?.revision ?? 0) + 1 });
  let commits = 0;
  const store = {
    find: async (_: string, id: string) => keys.get(id),
    commit: async (changes, [expectation] = []) => {
      commits++;
      beforeCommit(put);
      const found = expectation && keys.get(expectation.id);
      const holds =
        expectation?.is === "absent" ? !found : found?.revision === expectation?.revision;
      if (!holds) return { ok: false, reason: "conflict", expectation: expectation! };
      for (const change of changes)
        if (change.type === "put" && change.kind === "key") put(change.record);
      return { ok: true };
    },
  } as Pick<Store, "find" | "commit">;
  return { store, put, nameOf: (id: string) => keys.get(id)?.record.name, commits: () => commits };
}

const renamed = (record: KeyRecord, name: string): Change[] => [
  { type: "put", kind: "key", record: { ...record, name } },
];

test("commits the drafted changes and returns the result", async () => {
  const key = aKey({ name: "before" });
  const { store, put, nameOf } = keyStore();
  put(key);
  const result = await updateRecord(store, { kind: "key", id: key.id }, (record) => ({
    changes: renamed(record!, "after"),
    result: record!.name,
  }));
  expect(result).toBe("before");
  expect(nameOf(key.id)).toBe("after");
});

test("after a conflict it drafts again from the newer record", async () => {
  const key = aKey({ name: "one" });
  let races = 2;
  const { store, put, nameOf } = keyStore((write) => {
    if (races-- > 0) write({ ...key, name: `other ${races}` });
  });
  put(key);
  const drafted: (string | null | undefined)[] = [];
  await updateRecord(store, { kind: "key", id: key.id }, (record) => {
    drafted.push(record?.name);
    return { changes: renamed(record!, `${record!.name}, renamed`), result: null };
  });
  expect(drafted).toEqual(["one", "other 1", "other 0"]);
  expect(nameOf(key.id)).toBe("other 0, renamed");
});

test("a record that appears while an absent one is drafted is a conflict too", async () => {
  const key = aKey({ name: "mine" });
  let races = 1;
  const { store } = keyStore((write) => {
    if (races-- > 0) write({ ...key, name: "theirs" });
  });
  const before = await updateRecord(store, { kind: "key", id: key.id }, (record) => ({
    changes: renamed(key, "mine"),
    result: record?.name,
  }));
  expect(before).toBe("theirs");
});

test("no changes: nothing is committed", async () => {
  const { store, commits } = keyStore();
  const result = await updateRecord(store, { kind: "key", id: "key_none" }, () => ({
    changes: [],
    result: "unchanged",
  }));
  expect(result).toBe("unchanged");
  expect(commits()).toBe(0);
});

test("the first attempt uses the known version, later ones read", async () => {
  const key = aKey({ name: "old" });
  const { store, put } = keyStore();
  put(key);
  const known = (await store.find("key", key.id))!;
  put({ ...key, name: "new" });
  const drafted: (string | null | undefined)[] = [];
  await updateRecord(store, { kind: "key", id: key.id, known }, (record) => {
    drafted.push(record?.name);
    return { changes: renamed(record!, "done"), result: null };
  });
  expect(drafted).toEqual(["old", "new"]);
});
