import { randomUUID } from "node:crypto";
import { openPostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { newDatabase } from "../helpers/postgres.ts";
import { strictStore } from "../helpers/strict-store.ts";
import { storeContract } from "./store-contract.ts";

const onError = (error: unknown) => {
  throw error;
};

storeContract({
  name: "PostgreSQL",
  open: async () => {
    const url = await newDatabase();
    const openStrict = async () =>
      strictStore(
        await openPostgresStore({
          url,
          onError,
          onAvailability: () => undefined,
          server: randomUUID(),
        }),
      );
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
