import { withPool } from "../../store/postgres/connection/with-pool.ts";
import { type MigrationSummary, migrate } from "../../store/postgres/migrations/migrate.ts";

/** Brings the tables of a database to this program's version. */
export function migrateDatabase(url: string): Promise<MigrationSummary> {
  return withPool(url, (pool) => migrate(pool));
}
