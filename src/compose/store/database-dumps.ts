import { closeSync, readSync } from "node:fs";
import { AppError } from "../../core/errors.ts";
import { openRegularFile } from "../../core/files/read-regular-file.ts";

/** Jobs have a schema of their own beside that of the records. */
const schemas = "--schema='inquest*'";

/** The error of a backup by a server, or over a folder, whose records are in a database. */
export function backupOfDatabase(): AppError {
  return new AppError("not_supported", "The records of this server are in a database.", {
    hint: `Back it up with pg_dump --format=custom ${schemas} --file=FILE URL, and secret.key and plan.key of the data folder with it.`,
    kind: "usage",
    status: 400,
  });
}

/** The error of a restore into a folder whose records are in a database, or of a database's dump. */
export function restoreOfDatabase(message: string): AppError {
  return new AppError("not_supported", message, {
    hint: "Stop the servers, restore the dump into an empty database with pg_restore --dbname=URL FILE, and put the secret.key and plan.key that belong to it into each server's data folder.",
    kind: "usage",
  });
}

/** What pg_dump's custom format starts with. */
const dumpStart = "PGDMP";

/** Whether a file was written by pg_dump, in its custom format; false if it can't be read. */
export function isDatabaseDump(file: string): boolean {
  try {
    const { descriptor } = openRegularFile(file);
    try {
      const start = Buffer.alloc(dumpStart.length);
      readSync(descriptor, start, 0, start.length, 0);
      return start.toString("latin1") === dumpStart;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
