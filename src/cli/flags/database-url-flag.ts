import * as Flags from "@oclif/core/flags";
import { AppError } from "../../core/errors.ts";
import { readRegularFile } from "../../core/files/read-regular-file.ts";

const settings = {
  // The variable keeps a password out of the list of processes.
  env: "INQUEST_DATABASE_URL",
  helpValue: "<postgres://…>",
  exclusive: ["database-url-file"],
  // Its default would show the password of the variable in the help.
  noCacheDefault: true,
};

export const databaseUrlFlag = Flags.string({
  ...settings,
  description: "Keep the records in this PostgreSQL database instead of the data folder",
});

/** For commands that are about a database. */
export const requiredDatabaseUrlFlag = Flags.string({
  ...settings,
  description: "The PostgreSQL database",
  required: true,
});

/** For a command that is about a data folder or a database. */
export const checkedDatabaseUrlFlag = Flags.string({
  ...settings,
  description: "Check this PostgreSQL database and the folder's keys for it",
});

export const databaseUrlFileFlag = Flags.string({
  description: "Read the URL of the database from this file, such as a container's secret",
  env: "INQUEST_DATABASE_URL_FILE",
  helpValue: "<file>",
});

/** A pooler in transaction mode does not deliver notifications. */
export const databaseListenUrlFlag = Flags.string({
  description: "Receive notifications over this URL, if that of the database is a pooler's",
  env: "INQUEST_DATABASE_LISTEN_URL",
  helpValue: "<postgres://…>",
  noCacheDefault: true,
});

export interface DatabaseFlags {
  "database-url"?: string;
  "database-url-file"?: string;
}

/** The URL of the database; undefined if the records are in the data folder. */
export function databaseUrlOf({
  "database-url": url,
  "database-url-file": file,
}: DatabaseFlags): string | undefined {
  return file === undefined ? url : readUrl(file);
}

function readUrl(file: string): string {
  try {
    return readRegularFile(file).toString("utf8").trim();
  } catch (cause) {
    throw new AppError("usage", `--database-url-file: ${file} can't be read.`, {
      hint: "Pass the path of a file that this user can read and that holds only the URL.",
      kind: "usage",
      cause,
    });
  }
}
