import { type Account, readAccounts } from "../accounts/local-accounts.ts";
import { inHome, readUserFile } from "../accounts/user-files.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { flagOf, objectOf, objectsOf, parseJson, textOf } from "../parsers/json-values.ts";

const profileFolders = [
  ".mozilla/firefox",
  "snap/firefox/common/.mozilla/firefox",
  ".var/app/org.mozilla.firefox/.mozilla/firefox",
];

/** One row per add-on of a Firefox profile. */
export const firefoxAddons: CollectedTable = {
  name: "firefox_addons",
  description: "Add-ons of Firefox profiles.",
  platforms: ["linux"],
  columns: {
    uid: "BIGINT",
    name: "TEXT",
    identifier: "TEXT",
    creator: "TEXT",
    type: "TEXT",
    version: "TEXT",
    description: "TEXT",
    source_url: "TEXT",
    visible: "INTEGER",
    active: "INTEGER",
    disabled: "INTEGER",
    autoupdate: "INTEGER",
    location: "TEXT",
    path: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const rows = readAccounts(host).flatMap((user) => addonsOf(read, user));
    return { rows, gaps: read.gaps };
  },
};

const addonsOf = (read: GapReader, user: Account): Row[] =>
  profileFolders
    .map((folder) => inHome(user, folder))
    .flatMap((folder) => read.list(folder).map((name) => `${folder}/${name}/extensions.json`))
    .flatMap((list) => parseAddons(readUserFile(read, user, list) ?? ""))
    .map((row) => ({ ...row, uid: user.uid }));

/** The list that Firefox keeps in a profile. */
export function parseAddons(text: string): Row[] {
  return objectsOf(objectOf(parseJson(text)).addons).map((addon) => {
    const locale = objectOf(addon.defaultLocale);
    return {
      name: textOf(locale.name),
      identifier: textOf(addon.id),
      creator: textOf(locale.creator),
      type: textOf(addon.type),
      version: textOf(addon.version),
      description: textOf(locale.description),
      source_url: textOf(addon.sourceURI),
      visible: flagOf(addon.visible),
      active: flagOf(addon.active),
      disabled: flagOf(addon.userDisabled),
      // 0 off, 1 as the browser is set, 2 on.
      autoupdate: addon.applyBackgroundUpdates === 0 ? 0 : 1,
      location: textOf(addon.location),
      path: textOf(addon.path),
    };
  });
}
