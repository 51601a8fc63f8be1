import { readAccounts } from "../accounts/local-accounts.ts";
import { inHome, readUserFile } from "../accounts/user-files.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { objectOf, parseJson, textOf } from "../parsers/json-values.ts";

/** One row per package of an account's Atom editor. */
export const atomPackages: CollectedTable = {
  name: "atom_packages",
  description: "Packages of the Atom editor.",
  platforms: ["linux", "darwin"],
  columns: {
    name: "TEXT",
    version: "TEXT",
    description: "TEXT",
    path: "TEXT",
    license: "TEXT",
    homepage: "TEXT",
    uid: "BIGINT",
  },
  collect(host) {
    const read = gapReader(host);
    const rows = readAccounts(host).flatMap((user): Row[] => {
      const folder = inHome(user, ".atom/packages");
      return read.list(folder).flatMap((name) => {
        const text = readUserFile(read, user, `${folder}/${name}/package.json`);
        if (text === undefined) return [];
        const parsed = objectOf(parseJson(text));
        const fields = ["name", "version", "description", "license", "homepage"];
        const row = Object.fromEntries(fields.map((field) => [field, textOf(parsed[field])]));
        return [{ ...row, path: `${folder}/${name}/package.json`, uid: user.uid }];
      });
    });
    return { rows, gaps: read.gaps };
  },
};
