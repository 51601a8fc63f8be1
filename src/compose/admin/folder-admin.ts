import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemClock } from "../../core/clock.ts";
import { AppError } from "../../core/errors.ts";
import { backupDataDir } from "../../store/lowdb/maintenance/backup-data-dir.ts";
import { inspectDataDir } from "../../store/lowdb/maintenance/inspect-data-dir.ts";
import { repairDataDir } from "../../store/lowdb/maintenance/repair-data-dir.ts";
import { restoreDataDir } from "../../store/lowdb/maintenance/restore-data-dir.ts";
import type { Store } from "../../store/port/store.ts";
import { type DefaultAccount, ensureDefaultAccount } from "../keys/default-account.ts";
import { openPlanKeys } from "../keys/open-plan-keys.ts";
import { readSecretKey } from "../keys/secret-key.ts";
import { backupOfDatabase, isDatabaseDump, restoreOfDatabase } from "../store/database-dumps.ts";
import { openStore } from "../store/open-store.ts";
import { isOverDatabase, requireOwnRecords } from "../store/where-records-are.ts";
import { localKeyAdmin } from "./local-key-admin.ts";
import { planKeyAdmin } from "./plan-key-admin.ts";
import { storeAdmin } from "./store-admin.ts";
import type { Admin, InspectionReport } from "./types.ts";

const clock = systemClock;

const checkTheDatabase =
  "Run `inquest server doctor` with --database-url (or INQUEST_DATABASE_URL) and without --repair.";

/** Administers a data folder that no server has open. */
export function folderAdmin(dataDir: string): Admin {
  return {
    createKey: (request) => withStore(dataDir, (store) => storeAdmin(store).createKey(request)),
    listKeys: (account) => withStore(dataDir, (store) => storeAdmin(store).listKeys(account)),
    revokeKey: (keyId) => withStore(dataDir, (store) => storeAdmin(store).revokeKey(keyId)),
    createAccount: (name) => withStore(dataDir, (store) => storeAdmin(store).createAccount(name)),
    listAccounts: () => withStore(dataDir, (store) => storeAdmin(store).listAccounts()),
    showPlanKey: () => withStore(dataDir, (store) => planKeysOf(dataDir, store).showPlanKey()),
    rotatePlanKey: (overlapMs) =>
      withStore(dataDir, (store) => planKeysOf(dataDir, store).rotatePlanKey(overlapMs)),
    rotateLocalKey: () =>
      withStore(dataDir, (store, { accountId }) =>
        localKeyAdmin({ store, dataDir, accountId }).rotateLocalKey(),
      ),
    inspect: () => inspect(dataDir),
    async repair() {
      assertFolderExists(dataDir);
      requireOwnRecords(dataDir, checkTheDatabase);
      const { keptCopy, dropped } = await repairDataDir(dataDir, clock);
      const report = await inspect(dataDir);
      return {
        ...report,
        repaired:
          keptCopy === null
            ? null
            : { dropped: dropped.length, kept_copy: join(resolve(dataDir), keptCopy) },
      };
    },
    async backup(file) {
      if (isOverDatabase(dataDir)) throw backupOfDatabase();
      return backupDataDir(dataDir, resolve(file));
    },
    async restore(file) {
      if (isOverDatabase(dataDir))
        throw restoreOfDatabase("The records of this data folder are in a database.");
      if (isDatabaseDump(file))
        throw restoreOfDatabase("This file is a dump of a PostgreSQL database.");
      return restoreDataDir(resolve(file), dataDir);
    },
  };
}

function planKeysOf(dataDir: string, store: Store) {
  return planKeyAdmin({ store, planKeys: openPlanKeys(dataDir), clock });
}

/** Opens the store for one operation; sets up a new folder first. */
async function withStore<T>(
  dataDir: string,
  work: (store: Store, account: DefaultAccount) => Promise<T>,
): Promise<T> {
  const { store, close } = await openStore({ dataDir });
  try {
    const { local } = readSecretKey(dataDir);
    const services = { store, clock, random: randomBytes };
    return await work(store, await ensureDefaultAccount(services, local));
  } finally {
    await close();
  }
}

/** A missing folder must not be reported as undamaged. */
function assertFolderExists(dataDir: string): void {
  if (existsSync(dataDir)) return;
  throw new AppError("not_found", `There is no data folder at ${dataDir}.`, {
    subject: "data folder",
    kind: "not_found",
  });
}

async function inspect(dataDir: string): Promise<InspectionReport> {
  assertFolderExists(dataDir);
  requireOwnRecords(dataDir, checkTheDatabase);
  const { checkpoint, journals, damage, blobs } = await inspectDataDir(dataDir);
  return {
    files: [...(checkpoint ? [checkpoint] : []), ...journals].map(({ name, bytes, records }) => ({
      name,
      bytes,
      records,
    })),
    damage: damage.map(({ file, offset, reason }) => ({ file, offset, what: reason })),
    blobs,
    repaired: null,
  };
}
