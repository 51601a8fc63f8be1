import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLowdbStore } from "../../src/store/lowdb/open-lowdb-store.ts";
import { strictStore } from "../helpers/strict-store.ts";
import { type StoreUnderTest, storeContract } from "./store-contract.ts";
import { sweepContract } from "./sweep-contract.ts";

async function open(): Promise<StoreUnderTest> {
  const dir = await mkdtemp(join(tmpdir(), "inquest-contract-"));
  const openStrict = async () => strictStore(await openLowdbStore({ dir }));
  let store = await openStrict();
  return {
    store,
    reopen: async () => {
      await store.close();
      store = await openStrict();
      return store;
    },
    dispose: async () => {
      await store.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

storeContract({ name: "lowdb", open });
sweepContract({ name: "lowdb", open });
