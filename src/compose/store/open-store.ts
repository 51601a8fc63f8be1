import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Logger } from "pino";
import { type Clock, systemClock } from "../../core/clock.ts";
import { writeDurablySync } from "../../core/write-durably.ts";
import { lockDataDir } from "../../store/lowdb/files/lock-data-dir.ts";
import { makeDataDir } from "../../store/lowdb/files/make-data-dir.ts";
import { openLowdbStore } from "../../store/lowdb/open-lowdb-store.ts";
import type { SharedState } from "../../store/port/shared-state.ts";
import type { DatabaseStatistics } from "../../store/port/statistics.ts";
import type { Store } from "../../store/port/store.ts";
import { keyFingerprint, readSecretKey } from "../keys/secret-key.ts";
import { backupOfDatabase } from "./database-dumps.ts";
import { markerOf, requireNoRecords, requireOwnRecords } from "./where-records-are.ts";

export interface StorePlace {
  dataDir: string;
  /** `postgres://…`: the records are there, and the data folder holds only this server's keys and address. */
  databaseUrl?: string | undefined;
  /** A direct connection for notifications, if `databaseUrl` is that of a pooler. */
  databaseListenUrl?: string | undefined;
}

export interface OpenStore {
  store: Store;
  /** The time by which records are written. */
  clock: Clock;
  /** What servers over one database share beside records; absent for a data folder. */
  shared?: SharedState;
  /** Absent for a data folder. */
  database?: DatabaseStatistics;
  /** Why the store can't be used now; null while it can. */
  problem(): string | null;
  /** Writes a copy of everything to a file. */
  backup(file: string): Promise<{ file: string; bytes: number }>;
  close(): Promise<void>;
}

/** Opens the store of a data folder, or that of a database. */
export function openStore(place: StorePlace, log?: Logger): Promise<OpenStore> {
  const { databaseUrl } = place;
  return databaseUrl === undefined
    ? openFolder(place.dataDir, log)
    : openDatabase({ ...place, databaseUrl }, log);
}

async function openFolder(dir: string, log: Logger | undefined): Promise<OpenStore> {
  requireOwnRecords(dir);
  const store = await openLowdbStore({
    dir,
    ...(log && { log: (event) => log.info(event, "store") }),
  });
  return {
    store,
    clock: systemClock,
    problem: () => null,
    backup: (file) => store.backup(file),
    close: () => store.close(),
  };
}

async function openDatabase(
  { dataDir, databaseUrl: url, databaseListenUrl: listenUrl }: StorePlace & { databaseUrl: string },
  log: Logger | undefined,
): Promise<OpenStore> {
  await makeDataDir(dataDir);
  requireNoRecords(dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    // Loaded on demand: most commands need no database.
    const { openPostgresStore } = await import("../../store/postgres/postgres-store.ts");
    const store = await openPostgresStore({
      url,
      listenUrl,
      server: serverIdOf(dataDir),
      keyFingerprint: keyFingerprint(readSecretKey(dataDir)),
      onError: (err) => log?.error({ err }, "an error in the store"),
      onAvailability(change) {
        if (change.available) log?.info({ event: "database.available" }, "The database is back");
        else
          log?.error(
            { event: "database.unavailable" },
            `The database can't be used: ${change.why}. Requests get 503 until it is back`,
          );
      },
    });
    return {
      store,
      clock: store.clock,
      shared: store.shared,
      database: store.database,
      problem: store.problem,
      backup: () => Promise.reject(backupOfDatabase()),
      close: () => store.close().finally(() => lock.release()),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The same after a restart, so that the server ends the leases that it held before a crash. */
function serverIdOf(dataDir: string): string {
  const file = markerOf(dataDir);
  if (!existsSync(file)) writeDurablySync(file, `${randomUUID()}\n`);
  return readFileSync(file, "utf8").trim();
}
