import { newDatabase } from "../helpers/postgres.ts";
import { openTestStore } from "../helpers/postgres-store.ts";
import { strictStore } from "../helpers/strict-store.ts";
import { type StoreUnderTest, storeContract } from "./store-contract.ts";
import { sweepContract } from "./sweep-contract.ts";

async function open(): Promise<StoreUnderTest> {
  const url = await newDatabase();
  const openStrict = async () => strictStore(await openTestStore(url));
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

storeContract({ name: "PostgreSQL", open });
sweepContract({ name: "PostgreSQL", open });
