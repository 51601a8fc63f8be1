import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { AppError } from "../../../core/errors.ts";
import { unlimited } from "../connection/create-pool.ts";
import { inTransaction } from "../connection/in-transaction.ts";
import { jobSchema } from "../jobs/job-schema.ts";
import { recordsMigration } from "./0001-records.ts";
import { agentsMigration } from "./0002-agents.ts";
import { retentionMigration } from "./0003-retention.ts";

/** Migration n (0 is the first) brings version n to n + 1. Released ones are never edited. */
export const migrations: readonly string[] = [
  recordsMigration,
  agentsMigration,
  retentionMigration,
];

export interface MigrationSummary {
  /** Version of the database before; 0 when it was empty. */
  from: number;
  to: number;
}

/** Any constant; the same for every inquest server. */
const lockId = 0x1d9e57;

/**
 * Brings the database to this program's version, and graphile-worker's tables to that of the library.
 * Each migration is a transaction of its own, whose lock lets servers that start at the same time
 * wait for each other. The lock ends with the transaction: a session's lock would stay with a
 * connection that a pooler gives to others.
 */
export async function migrate(
  pool: pg.Pool,
  steps: readonly string[] = migrations,
): Promise<MigrationSummary> {
  const from = await applyNext(pool, steps);
  for (let found = from; found < steps.length; ) found = await applyNext(pool, steps);
  await alone(pool, () => runMigrations({ pgPool: pool, schema: jobSchema }));
  return { from, to: steps.length };
}

/** Applies the next migration, if there is one, and returns the version that it found. */
function applyNext(pool: pg.Pool, steps: readonly string[]): Promise<number> {
  return alone(pool, async (client) => {
    await client.query(`
      CREATE SCHEMA IF NOT EXISTS inquest;
      CREATE TABLE IF NOT EXISTS inquest.migration (
        version int PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
    const found = await versionOf(client);
    if (found > steps.length) throw databaseTooNew(found, steps.length);
    const next = steps[found];
    if (next !== undefined) {
      await client.query(unlimited(next));
      await client.query("INSERT INTO inquest.migration (version) VALUES ($1)", [found + 1]);
    }
    return found;
  });
}

/** Runs `work` in a transaction while no other server migrates. */
function alone<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    // A migration of a large table may take longer than any other statement, and so may waiting for it.
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query(unlimited("SELECT pg_advisory_xact_lock($1)", [lockId]));
    return work(client);
  });
}

async function versionOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ version: number | null }>(
    "SELECT max(version) AS version FROM inquest.migration",
  );
  return rows[0]?.version ?? 0;
}

export function databaseTooNew(version: number, known: number): AppError {
  return new AppError(
    "store_too_new",
    `The database has version ${version}; this version of inquest knows versions up to ${known}.`,
    { hint: "Use the version of inquest that migrated it, or a newer one." },
  );
}
