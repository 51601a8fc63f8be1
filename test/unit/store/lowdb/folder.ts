import { cp } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { LowdbStore } from "../../../../src/store/lowdb/lowdb-store.ts";
import {
  type LowdbStoreOptions,
  openLowdbStore,
} from "../../../../src/store/lowdb/open-lowdb-store.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

/** A store that is closed when the test ends. */
export async function openStore(options: LowdbStoreOptions): Promise<LowdbStore> {
  const store = await openLowdbStore(options);
  onTestFinished(() => store.close());
  return store;
}

/** A copy of the folder as a crash would leave it now, without the lock. */
export async function copyOfFolder(dir: string): Promise<string> {
  const copy = join(temporaryFolder(), "data");
  await cp(dir, copy, { recursive: true, filter: (path) => !path.endsWith("/lock") });
  return copy;
}
