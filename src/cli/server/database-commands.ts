/** Brings the tables of a database to this program's version. */
export async function migrateDatabase(url: string): Promise<{ from: number; to: number }> {
  const { migrateDatabase } = await import("../../compose/database/migrate-database.ts");
  return migrateDatabase(url);
}
