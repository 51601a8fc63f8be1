import { readUsers } from "../accounts/open-directory.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { readPlistDict } from "../host/read-plist.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { type PlistDict, plistJson, scalarAt, textAt } from "../parsers/plist/values.ts";

/** One row per application bundle; last_opened_time is NULL, only Spotlight knows it. */
export const apps: CollectedTable = {
  name: "apps",
  description: "macOS applications and their versions.",
  platforms: ["darwin"],
  columns: {
    name: "TEXT",
    path: "TEXT",
    bundle_executable: "TEXT",
    bundle_identifier: "TEXT",
    bundle_name: "TEXT",
    bundle_short_version: "TEXT",
    bundle_version: "TEXT",
    bundle_package_type: "TEXT",
    environment: "TEXT",
    element: "TEXT",
    compiler: "TEXT",
    development_region: "TEXT",
    display_name: "TEXT",
    info_string: "TEXT",
    minimum_system_version: "TEXT",
    category: "TEXT",
    applescript_enabled: "TEXT",
    copyright: "TEXT",
    last_opened_time: "DOUBLE",
  },
  collect: collectApps,
};

const folders = ["/Applications", "/System/Applications", "/System/Library/CoreServices"];
/** Some applications are in subfolders ("/Applications/Utilities"). */
const maxDepth = 2;

/** Applications of the machine and of each user, including never opened ones. */
async function collectApps(host: Host): Promise<Collected> {
  const users = await readUsers(host);
  const read = gapReader(host);
  read.report(...users.gaps);
  const own = users.entries
    .filter(({ home }) => home.startsWith("/Users/"))
    .map(({ home }) => `${home}/Applications`);
  const paths = [...folders, ...own].flatMap((folder) => bundlesIn(read, folder));
  const rows = paths.flatMap((path) => {
    const info = readPlistDict(read, `${path}/Contents/Info.plist`);
    return info ? [appRow(info, path)] : [];
  });
  return { rows, gaps: read.gaps };
}

function bundlesIn(read: GapReader, folder: string, depth = 1): string[] {
  return read.list(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (name.endsWith(".app")) return [path];
    return depth < maxDepth && isFolder(read.host, path) ? bundlesIn(read, path, depth + 1) : [];
  });
}

/** Links are not followed: they lead to folders listed elsewhere, or in circles. */
function isFolder(host: Host, path: string): boolean {
  try {
    return host.lstat(path).isDirectory();
  } catch {
    return false; // removed since it was listed
  }
}

function appRow(info: PlistDict, path: string): Row {
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    bundle_executable: textAt(info, "CFBundleExecutable"),
    bundle_identifier: textAt(info, "CFBundleIdentifier"),
    bundle_name: textAt(info, "CFBundleName"),
    bundle_short_version: scalarAt(info, "CFBundleShortVersionString"),
    bundle_version: scalarAt(info, "CFBundleVersion"),
    bundle_package_type: textAt(info, "CFBundlePackageType"),
    environment: info.has("LSEnvironment")
      ? JSON.stringify(plistJson(info.get("LSEnvironment")))
      : null,
    element: scalarAt(info, "LSUIElement"),
    compiler: textAt(info, "DTCompiler"),
    development_region: textAt(info, "CFBundleDevelopmentRegion"),
    display_name: textAt(info, "CFBundleDisplayName"),
    info_string: textAt(info, "CFBundleGetInfoString"),
    minimum_system_version: scalarAt(info, "LSMinimumSystemVersion"),
    category: textAt(info, "LSApplicationCategoryType"),
    applescript_enabled: scalarAt(info, "NSAppleScriptEnabled"),
    copyright: textAt(info, "NSHumanReadableCopyright"),
    last_opened_time: null,
  };
}
