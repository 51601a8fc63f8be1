import { newDatabase } from "../helpers/postgres.ts";
import { openTestStore } from "../helpers/postgres-store.ts";
import { strictStore } from "../helpers/strict-store.ts";
import { storeContract } from "./store-contract.ts";

storeContract({
  name: "PostgreSQL",
  open: async () => {
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
  },
});
