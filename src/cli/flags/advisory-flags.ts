import * as Flags from "@oclif/core/flags";

/** The folder that a backend compares packages with. */
export const advisoryFlags = {
  advisories: Flags.string({
    description:
      "Compare installed packages with the advisories in a folder: OSV records or the Debian " +
      "security tracker's JSON",
    env: "INQUEST_ADVISORIES",
    helpValue: "<dir>",
  }),
};

export interface AdvisoryFlags {
  advisories?: string | undefined;
}
