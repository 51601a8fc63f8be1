import * as Flags from "@oclif/core/flags";

/** The variable keeps a password out of the list of processes. */
export const databaseUrlFlag = Flags.string({
  description: "Keep the records in this PostgreSQL database instead of the data folder",
  env: "INQUEST_DATABASE_URL",
  helpValue: "<postgres://…>",
  // Its default would show the password of the variable in the help.
  noCacheDefault: true,
});
