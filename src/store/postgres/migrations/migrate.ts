import type pg from "pg";
import { AppError } from "../../../core/errors.ts";
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
 * Brings the database to this program's version. Each migration is a transaction of its own. Servers
 * that start at the same time wait for each other.
 */
export async function migrate(
  pool: pg.Pool,
  steps: readonly string[] = migrations,
): Promise<MigrationSummary> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [lockId]);
    await client.query(`
      CREATE SCHEMA IF NOT EXISTS inquest;
      CREATE TABLE IF NOT EXISTS inquest.migration (
        version int PRIMARY KEY,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
    const from = await versionOf(client);
    if (from > steps.length) throw databaseTooNew(from, steps.length);
    for (const [at, sql] of steps.slice(from).entries()) await apply(client, from + at + 1, sql);
    return { from, to: steps.length };
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [lockId]).catch(() => undefined);
    client.release();
  }
}

async function versionOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ version: number | null }>(
    "SELECT max(version) AS version FROM inquest.migration",
  );
  return rows[0]?.version ?? 0;
}

async function apply(client: pg.PoolClient, version: number, sql: string): Promise<void> {
  try {
    await client.query("BEGIN");
    // A migration of a large table may take longer than any other statement.
    await client.query("SET LOCAL statement_timeout = 0");
    await client.query(sql);
    await client.query("INSERT INTO inquest.migration (version) VALUES ($1)", [version]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

function databaseTooNew(version: number, known: number): AppError {
  return new AppError(
    "store_too_new",
    `The database has version ${version}; this version of inquest knows versions up to ${known}.`,
    { hint: "Use the version of inquest that migrated it, or a newer one." },
  );
}
