import { createHmac, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { type Clock, systemClock } from "../../core/clock.ts";
import { AppError } from "../../core/errors.ts";
import { writeDurablySync } from "../../core/write-durably.ts";
import { lockDataDir } from "../../store/lowdb/files/lock-data-dir.ts";
import { makeDataDir } from "../../store/lowdb/files/make-data-dir.ts";
import { openLowdbStore } from "../../store/lowdb/open-lowdb-store.ts";
import type { SharedState } from "../../store/port/shared-state.ts";
import type { DatabaseStatistics } from "../../store/port/statistics.ts";
import type { Store } from "../../store/port/store.ts";
import { readSecretKey, type SecretKey } from "../keys/secret-key.ts";

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
  if (hasRecords(dataDir)) throw recordsInFolder();
  const lock = await lockDataDir(dataDir);
  try {
    // Loaded on demand: most commands need no database.
    const { openPostgresStore } = await import("../../store/postgres/postgres-store.ts");
    const store = await openPostgresStore({
      url,
      listenUrl,
      server: serverIdOf(dataDir),
      keyFingerprint: fingerprintOf(readSecretKey(dataDir)),
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

/** Of the part of the key that lasts: the other is that of commands on one machine. */
function fingerprintOf({ lasting }: SecretKey): string {
  return createHmac("sha256", lasting).update("inquest key fingerprint v1").digest("hex");
}

/** Marks a data folder whose server keeps its records in a database, and holds that server's id. */
const markerOf = (dataDir: string) => join(dataDir, "database");

/** The same after a restart, so that the server ends the leases that it held before a crash. */
function serverIdOf(dataDir: string): string {
  const file = markerOf(dataDir);
  if (!existsSync(file)) writeDurablySync(file, `${randomUUID()}\n`);
  return readFileSync(file, "utf8").trim();
}

/** Throws if the folder's server keeps its records in a database: the folder has nothing to read. */
export function requireOwnRecords(dataDir: string): void {
  if (existsSync(markerOf(dataDir))) throw recordsInDatabase();
}

function hasRecords(dataDir: string): boolean {
  return readdirSync(dataDir).some((name) => /^(journal|checkpoint)-/.test(name));
}

function recordsInDatabase(): AppError {
  return new AppError("records_in_database", "The records of this data folder are in a database.", {
    hint: "Start the server with --database-url, or choose another folder with --data-dir.",
    kind: "usage",
  });
}

function recordsInFolder(): AppError {
  return new AppError("records_in_folder", "This data folder has records of its own.", {
    hint: "Choose an empty folder with --data-dir: with --database-url it holds only keys.",
    kind: "usage",
  });
}

function backupOfDatabase(): AppError {
  return new AppError("not_supported", "The records of this server are in a database.", {
    hint: "Back it up with pg_dump --format=custom --schema=inquest, and secret.key and plan.key of the data folder with it.",
    kind: "usage",
    status: 400,
  });
}
