import { randomBytes } from "node:crypto";
import pg from "pg";
import { TestRunner } from "vitest";
import { rememberDatabase } from "./postgres/given-databases.ts";
import { endKeeper } from "./postgres/processes.ts";
import { noPrograms } from "./postgres/programs.ts";
import { sharedCluster } from "./postgres/shared-cluster.ts";
import { startCluster } from "./postgres/start-cluster.ts";

/** A PostgreSQL server of the tests' own. */
export interface PostgresCluster {
  /** Process id of the server, until it is started again. */
  pid: number;
  /** Holds its files. */
  folder: string;
  /** The URL of a database. */
  url(database?: string): string;
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Starts it again over the same files. */
  start(): Promise<void>;
  /** Ends its connections and stops it. */
  stop(): Promise<void>;
  /** Kills it with all its processes, at once; resolves when they have ended. */
  kill(): Promise<void>;
  /** Ends it if it runs, and removes its files. */
  remove(): Promise<void>;
}

/** For tests that lose nothing when the machine stops. */
const fastSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Why tests that need a PostgreSQL can't run here; null if they can. */
export const noPostgres: string | null = process.env.DATABASE_URL === undefined ? noPrograms : null;
if (noPostgres) console.warn(`Skipped: what needs a PostgreSQL, since ${noPostgres}.`);

/**
 * Makes a cluster in a temporary folder and starts it. It is removed when this process ends, if not
 * before. With DATABASE_URL, too: no test may stop that server.
 */
export async function startPostgres(
  settings: Record<string, string> = fastSettings,
): Promise<PostgresCluster> {
  skipWithout(noPrograms);
  const cluster = await startCluster(settings);
  const { folder, keeper, url, start, stop, kill } = cluster;
  return {
    folder,
    get pid() {
      return cluster.pid();
    },
    ...{ url, start, stop, kill },
    createDatabase: () => createDatabase(url),
    remove: () => endKeeper(keeper, folder),
  };
}

/** Skips the running test, if any, for a reason. */
function skipWithout(reason: string | null): void {
  if (reason === null) return;
  TestRunner.getCurrentTest()?.context.skip(reason);
  throw new Error(reason);
}

async function createDatabase(url: (database?: string) => string): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runSql(url(), `CREATE DATABASE ${name}`);
  return url(name);
}

/** Runs a statement in a database. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * A new database in the run's shared cluster, or in that of DATABASE_URL. The first test that needs
 * it starts the cluster; `test/postgres-cluster.ts` ends it, or drops the databases, after the last.
 */
export async function newDatabase(): Promise<string> {
  skipWithout(noPostgres);
  const given = process.env.DATABASE_URL;
  if (given !== undefined) return newGivenDatabase(given);
  const url = await sharedCluster((removeToo) => startCluster(fastSettings, removeToo));
  return createDatabase((database) => atDatabase(url, database));
}

async function newGivenDatabase(given: string): Promise<string> {
  const url = await createDatabase((database) => atDatabase(given, database));
  rememberDatabase(new URL(url).pathname.slice(1));
  return url;
}

/** A database whose commits are synced, as an operator's are, for a test that kills servers. */
export async function durableDatabase(): Promise<{ url: string; remove(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined) return { url: await newGivenDatabase(given), remove: async () => {} };
  const cluster = await startPostgres({});
  return { url: await cluster.createDatabase(), remove: cluster.remove };
}

function atDatabase(base: string, database?: string): string {
  const url = new URL(base);
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
}
