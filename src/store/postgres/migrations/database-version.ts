import type pg from "pg";
import { AppError } from "../../../core/errors.ts";
import { databaseTooNew, migrations } from "./migrate.ts";

type Client = Pick<pg.ClientBase, "query">;

/** The version of a database's tables; 0 when it has none. Unlike `migrate`, it changes nothing. */
export async function databaseVersion(client: Client): Promise<number> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('inquest.migration') IS NOT NULL AS exists",
  );
  if (!found[0]?.exists) return 0;
  const { rows } = await client.query<{ version: number | null }>(
    "SELECT max(version) AS version FROM inquest.migration",
  );
  return rows[0]?.version ?? 0;
}

/** Throws unless the tables have this program's version. */
export async function requireVersion(client: Client): Promise<void> {
  const version = await databaseVersion(client);
  if (version > migrations.length) throw databaseTooNew(version, migrations.length);
  if (version === 0) throw databaseEmpty();
  if (version < migrations.length) throw databaseTooOld(version);
}

export function databaseEmpty(): AppError {
  return new AppError("database_empty", "No server has stored records in this database.", {
    hint: "Check the name of the database in the URL.",
    kind: "usage",
  });
}

function databaseTooOld(version: number): AppError {
  return new AppError(
    "database_too_old",
    `The database has version ${version}; this version of inquest needs version ${migrations.length}.`,
    { kind: "usage" },
  );
}
