import * as Flags from "@oclif/core/flags";
import { requiredDatabaseUrlFlag } from "../flags/database-url-flag.ts";

/** Flags of copies between a data folder and a database. */
export const movingFlags = {
  "database-url": requiredDatabaseUrlFlag,
  "database-keys": Flags.string({
    description:
      "Data folder of a server over the database, if --data-dir has another secret.key or none",
    helpValue: "<dir>",
  }),
};

export interface MovingFlags {
  "database-url": string;
  "database-keys"?: string | undefined;
}
