import { expect, onTestFinished, test } from "vitest";
import type { Store } from "../../src/store/port/store.ts";
import { aKey } from "../contract/store-records.ts";
import { startFrozenProxy } from "../faults/scene/frozen-proxy.ts";
import { newDatabase } from "../helpers/postgres.ts";
import { openTestStore } from "../helpers/postgres-store.ts";
import { signal } from "../helpers/signal.ts";

const put = (store: Store, record: ReturnType<typeof aKey>) =>
  store.commit([{ type: "put", kind: "key", record }]);

test("a database that no longer responds is unavailable, and found again", async () => {
  const proxy = await startFrozenProxy(await newDatabase());
  onTestFinished(() => proxy.close());
  const changes: unknown[] = [];
  const { promise: isBack, resolve: back } = signal();
  const url = new URL(proxy.url);
  url.searchParams.set("statement_timeout", "500");
  const store = await openTestStore(url.href, {
    onAvailability(change) {
      changes.push(change);
      if (change.available) back();
    },
  });
  onTestFinished(() => store.close());
  const kept = aKey();
  await put(store, kept);
  proxy.freeze();
  await expect(store.find("key", kept.id)).rejects.toMatchObject({ code: "database_unavailable" });
  await expect(put(store, aKey())).rejects.toMatchObject({ code: "database_unavailable" });
  proxy.thaw();
  await isBack;
  expect((await store.find("key", kept.id))?.record).toEqual(kept);
  expect(changes).toHaveLength(2);
});
