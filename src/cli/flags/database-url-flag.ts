import * as Flags from "@oclif/core/flags";

const settings = {
  // The variable keeps a password out of the list of processes.
  env: "INQUEST_DATABASE_URL",
  helpValue: "<postgres://…>",
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
