import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { listOf, objectsOf, textOf } from "../parsers/json-values.ts";
import { type ChromeExtension, readExtensions } from "./chrome-profiles.ts";

/** One row per script that an extension adds to pages, and pattern of pages. */
export const chromeExtensionContentScripts: CollectedTable = {
  name: "chrome_extension_content_scripts",
  description: "Scripts that browser extensions add to web pages.",
  platforms: ["linux"],
  columns: {
    browser_type: "TEXT",
    uid: "BIGINT",
    identifier: "TEXT",
    version: "TEXT",
    script: "TEXT",
    match: "TEXT",
    profile_path: "TEXT",
    path: "TEXT",
    referenced: "BIGINT",
  },
  collect(host) {
    const read = gapReader(host);
    return { rows: readExtensions(read).flatMap(scriptsOf), gaps: read.gaps };
  },
};

const scriptsOf = ({ browser, user, id, profile, path, manifest, settings }: ChromeExtension) =>
  objectsOf(manifest.content_scripts).flatMap(({ js, matches }) =>
    listOf(js).flatMap((script) =>
      listOf(matches).map((match) => ({
        browser_type: browser,
        uid: user.uid,
        identifier: id,
        version: textOf(manifest.version),
        script: String(script),
        match: String(match),
        profile_path: profile.path,
        path,
        referenced: settings ? 1 : 0,
      })),
    ),
  );
