import { openTestStore } from "../helpers/postgres-store.ts";
import { strictStore } from "../helpers/strict-store.ts";
import type { StoreUnderTest } from "./store-contract.ts";

/** A store over a database, by a direct connection for notifications if `url` is that of a pooler. */
export async function openPostgres(url: string, listenUrl = url): Promise<StoreUnderTest> {
  const openStrict = async () => strictStore(await openTestStore(url, { listenUrl }));
  let store = await openStrict();
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await openStrict();
      return store;
    },
    dispose: () => store.close(),
  };
}
