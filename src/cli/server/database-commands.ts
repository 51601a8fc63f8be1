import type { DatabaseReport } from "../../compose/database/types.ts";
import type { MoveReport, MoveRequest } from "../../compose/moving/types.ts";
import type { MovingFlags } from "./moving-flags.ts";

interface Context {
  dataDir: string;
  signal: AbortSignal;
}

/** Brings the tables of a database to this program's version. */
export async function migrateDatabase(url: string): Promise<{ from: number; to: number }> {
  const { migrateDatabase } = await import("../../compose/database/migrate-database.ts");
  return migrateDatabase(url);
}

/** Copies a data folder into a database. */
export async function importDataDir(flags: MovingFlags, context: Context): Promise<MoveReport> {
  const { importDataDir } = await import("../../compose/moving/import-data-dir.ts");
  return importDataDir(requestOf(flags, context));
}

/** Copies a database into a data folder. */
export async function exportDatabase(flags: MovingFlags, context: Context): Promise<MoveReport> {
  const { exportDatabase } = await import("../../compose/moving/export-database.ts");
  return exportDatabase(requestOf(flags, context));
}

function requestOf(flags: MovingFlags, context: Context): MoveRequest {
  return {
    ...context,
    databaseUrl: flags["database-url"],
    databaseKeys: flags["database-keys"],
  };
}

/** Checks what a server over a database needs; the exit code is 1 if something is wrong. */
export async function checkDatabase(dataDir: string, url: string): Promise<DatabaseReport> {
  const { checkDatabase } = await import("../../compose/database/check-database.ts");
  const report = await checkDatabase(dataDir, url);
  process.exitCode = report.checks.every(({ ok }) => ok) ? 0 : 1;
  return report;
}
