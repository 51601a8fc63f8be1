import { createHash } from "node:crypto";
import { type Account, readAccounts } from "../accounts/local-accounts.ts";
import { inHome, readUserFile } from "../accounts/user-files.ts";
import type { GapReader } from "../host/gap-reader.ts";
import { type JsonObject, objectOf, parseJson, textOf } from "../parsers/json-values.ts";

const browsers: Record<string, string> = {
  chrome: ".config/google-chrome",
  chrome_beta: ".config/google-chrome-beta",
  chromium: ".config/chromium",
  brave: ".config/BraveSoftware/Brave-Browser",
  edge: ".config/microsoft-edge",
  opera: ".config/opera",
  vivaldi: ".config/vivaldi",
};

/** An extension in a profile of Chrome or a browser made of it. */
export interface ChromeExtension {
  browser: string;
  user: Account;
  profile: { name: string; path: string };
  /** The folder's name, which is the extension's id. */
  id: string;
  path: string;
  manifest: JsonObject;
  manifestHash: string;
  /** What the profile's preferences say of it; undefined for one that they don't mention. */
  settings: JsonObject | undefined;
}

/** Every extension of every profile of every account. */
export const readExtensions = (read: GapReader): ChromeExtension[] =>
  readAccounts(read.host).flatMap((user) =>
    Object.entries(browsers).flatMap(([browser, folder]) =>
      profilesOf(read, inHome(user, folder)).flatMap((path) =>
        extensionsOf(read, { browser, user, path }),
      ),
    ),
  );

/** Opera keeps one profile in the folder itself. */
function profilesOf(read: GapReader, folder: string): string[] {
  const profiles = read.list(folder).filter((name) => /^(Default|Profile \d+)$/.test(name));
  return [folder, ...profiles.map((name) => `${folder}/${name}`)];
}

function extensionsOf(
  read: GapReader,
  { browser, user, path: profile }: { browser: string; user: Account; path: string },
): ChromeExtension[] {
  const folder = `${profile}/Extensions`;
  const ids = read.list(folder).filter((name) => /^[a-p]{32}$/.test(name));
  if (ids.length === 0) return [];
  const preferences = ["Secure Preferences", "Preferences"].map((file) =>
    objectOf(parseJson(readUserFile(read, user, `${profile}/${file}`) ?? "")),
  );
  const settings = Object.assign({}, ...preferences.map(settingsOf)) as JsonObject;
  const name = preferences.map((one) => textOf(objectOf(one.profile).name)).find(Boolean);
  return ids.flatMap((id) =>
    read.list(`${folder}/${id}`).flatMap((version) => {
      const path = `${folder}/${id}/${version}`;
      const text = readUserFile(read, user, `${path}/manifest.json`);
      if (text === undefined) return [];
      return [
        {
          browser,
          user,
          profile: { name: name ?? "", path: profile },
          ...{ id, path, manifest: objectOf(parseJson(text)) },
          manifestHash: createHash("sha256").update(text).digest("hex"),
          settings: id in settings ? objectOf(settings[id]) : undefined,
        },
      ];
    }),
  );
}

const settingsOf = (preferences: JsonObject) => objectOf(objectOf(preferences.extensions).settings);
