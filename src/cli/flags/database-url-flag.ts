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
