import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../core/errors.ts";

/** Marks a data folder whose server keeps its records in a database, and holds that server's id. */
const marker = "database";

export const markerOf = (dataDir: string) => join(dataDir, marker);

/** What a server over a database leaves in its data folder besides keys. */
export const filesOverDatabase = [marker, "server.json"] as const;

/** Whether the folder's server keeps its records in a database. */
export function isOverDatabase(dataDir: string): boolean {
  return existsSync(markerOf(dataDir));
}

/** Throws if the folder's server keeps its records in a database: the folder has nothing to read. */
export function requireOwnRecords(
  dataDir: string,
  next = "Start the server with --database-url, or choose another folder with --data-dir.",
): void {
  if (!isOverDatabase(dataDir)) return;
  throw new AppError("records_in_database", "The records of this data folder are in a database.", {
    hint: next,
    kind: "usage",
  });
}

/** Throws if the folder has records: a server over a database would not see them. */
export function requireNoRecords(dataDir: string): void {
  if (hasRecords(dataDir)) throw recordsInFolder();
}

export function hasRecords(dataDir: string): boolean {
  return readdirSync(dataDir).some((name) => /^(journal|checkpoint)-/.test(name));
}

function recordsInFolder(): AppError {
  return new AppError("records_in_folder", "This data folder has records of its own.", {
    hint: "Copy them to the database with `inquest server import`, or choose an empty folder with --data-dir: with --database-url it holds only keys.",
    kind: "usage",
  });
}
