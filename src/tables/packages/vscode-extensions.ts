import { type Account, readAccounts } from "../accounts/local-accounts.ts";
import { inHome, readUserFile } from "../accounts/user-files.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { listOf, numberOf, objectOf, parseJson, textOf } from "../parsers/json-values.ts";

const editions: Record<string, string> = {
  vscode: ".vscode",
  vscode_insiders: ".vscode-insiders",
  vscodium: ".vscode-oss",
  cursor: ".cursor",
  windsurf: ".windsurf",
  vscode_server: ".vscode-server",
};

/** One row per extension of an account's editor. */
export const vscodeExtensions: CollectedTable = {
  name: "vscode_extensions",
  description: "Extensions of Visual Studio Code and its variants.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    uuid: "TEXT",
    version: "TEXT",
    path: "TEXT",
    publisher: "TEXT",
    publisher_id: "TEXT",
    installed_at: "BIGINT",
    prerelease: "INTEGER",
    uid: "BIGINT",
    vscode_edition: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const rows = readAccounts(host).flatMap((user) =>
      Object.entries(editions).flatMap(([edition, folder]) =>
        extensionsOf(read, { user, edition, folder }),
      ),
    );
    return { rows, gaps: read.gaps };
  },
};

interface Editor {
  user: Account;
  edition: string;
  folder: string;
}

function extensionsOf(read: GapReader, { user, edition, folder }: Editor): Row[] {
  const list = inHome(user, `${folder}/extensions/extensions.json`);
  return parseExtensions(readUserFile(read, user, list) ?? "[]").map((row) => ({
    ...row,
    uid: user.uid,
    vscode_edition: edition,
  }));
}

/** The list that the editor keeps; times are in milliseconds. */
export function parseExtensions(text: string): Row[] {
  return listOf(parseJson(text)).map((entry) => {
    const extension = objectOf(entry);
    const metadata = objectOf(extension.metadata);
    const id = textOf(objectOf(extension.identifier).id) ?? "";
    return {
      name: id,
      uuid: textOf(objectOf(extension.identifier).uuid) ?? "",
      version: textOf(extension.version) ?? "",
      path: textOf(objectOf(extension.location).path) ?? "",
      publisher: textOf(metadata.publisherDisplayName) ?? id.split(".")[0],
      publisher_id: textOf(metadata.publisherId) ?? "",
      installed_at: numberOf(metadata.installedTimestamp) ?? null,
      prerelease: metadata.isPreReleaseVersion === true ? 1 : 0,
    };
  });
}
