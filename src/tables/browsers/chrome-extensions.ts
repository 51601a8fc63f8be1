import { readUserFile } from "../accounts/user-files.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { joinedOf, listOf, objectOf, parseJson, textOf } from "../parsers/json-values.ts";
import { type ChromeExtension, readExtensions } from "./chrome-profiles.ts";

/** One row per extension of a profile of Chrome or a browser made of it. */
export const chromeExtensions: CollectedTable = {
  name: "chrome_extensions",
  description: "Extensions of Chrome, Chromium, Brave, Edge, Opera and Vivaldi.",
  platforms: ["linux"],
  columns: {
    browser_type: "TEXT",
    uid: "BIGINT",
    name: "TEXT",
    profile: "TEXT",
    profile_path: "TEXT",
    referenced_identifier: "TEXT",
    identifier: "TEXT",
    version: "TEXT",
    description: "TEXT",
    default_locale: "TEXT",
    current_locale: "TEXT",
    update_url: "TEXT",
    author: "TEXT",
    persistent: "INTEGER",
    path: "TEXT",
    permissions: "TEXT",
    permissions_json: "TEXT",
    optional_permissions: "TEXT",
    optional_permissions_json: "TEXT",
    manifest_hash: "TEXT",
    referenced: "BIGINT",
    from_webstore: "TEXT",
    state: "TEXT",
    install_time: "TEXT",
    install_timestamp: "BIGINT",
    manifest_json: "TEXT",
    key: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    return { rows: readExtensions(read).map((one) => describe(read, one)), gaps: read.gaps };
  },
};

function describe(read: GapReader, extension: ChromeExtension): Row {
  const { manifest, settings, profile } = extension;
  const text = (name: string) => localised(read, extension, textOf(manifest[name]) ?? "");
  const installed = textOf(settings?.install_time);
  return {
    browser_type: extension.browser,
    uid: extension.user.uid,
    name: text("name"),
    profile: profile.name,
    profile_path: profile.path,
    referenced_identifier: settings ? extension.id : "",
    identifier: extension.id,
    version: text("version"),
    description: text("description"),
    default_locale: text("default_locale"),
    current_locale: text("current_locale"),
    update_url: text("update_url"),
    author: text("author"),
    persistent: objectOf(manifest.background).persistent === true ? 1 : 0,
    path: extension.path,
    permissions: joinedOf(manifest.permissions),
    permissions_json: JSON.stringify(listOf(manifest.permissions)),
    optional_permissions: joinedOf(manifest.optional_permissions),
    optional_permissions_json: JSON.stringify(listOf(manifest.optional_permissions)),
    manifest_hash: extension.manifestHash,
    referenced: settings ? 1 : 0,
    from_webstore: settings?.from_webstore === undefined ? "" : String(settings.from_webstore),
    state: settings?.state === undefined ? "" : String(settings.state),
    install_time: installed ?? "",
    install_timestamp: installed ? unixTime(installed) : 0,
    manifest_json: JSON.stringify(manifest),
    key: text("key"),
  };
}

/** Chrome counts microseconds from 1601. */
const unixTime = (chromeTime: string) => Math.round(Number(chromeTime) / 1e6) - 11_644_473_600;

/** "__MSG_appName__" stands for a text in the extension's default language. */
function localised(read: GapReader, { user, path, manifest }: ChromeExtension, text: string) {
  const [, key] = /^__MSG_(\w+)__$/.exec(text) ?? [];
  const locale = textOf(manifest.default_locale);
  if (key === undefined || !locale || !/^\w+$/.test(locale)) return text;
  const messages = parseJson(
    readUserFile(read, user, `${path}/_locales/${locale}/messages.json`) ?? "",
  );
  const found = Object.entries(objectOf(messages)).find(
    ([name]) => name.toLowerCase() === key.toLowerCase(),
  );
  return textOf(objectOf(found?.[1]).message) ?? text;
}
