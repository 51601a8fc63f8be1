import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";

export const homebrewPackages: CollectedTable = {
  name: "homebrew_packages",
  description: "Installed Homebrew formulas and casks.",
  platforms: ["darwin"],
  columns: {
    name: "TEXT",
    path: "TEXT",
    version: "TEXT",
    type: "TEXT",
    auto_updates: "INTEGER",
    app_name: "TEXT",
    prefix: "TEXT",
  },
  collect: collectHomebrewPackages,
};

/** Homebrew's prefix on Apple silicon and on Intel. */
const prefixes = ["/opt/homebrew", "/usr/local"];

/** One row per installed version of a formula or cask; none where Homebrew is not installed. */
function collectHomebrewPackages(host: Host): Collected {
  const read = gapReader(host);
  const rows = prefixes.flatMap((prefix) => [
    ...packagesIn(read, { prefix, folder: `${prefix}/Cellar`, type: "formula" }),
    ...packagesIn(read, { prefix, folder: `${prefix}/Caskroom`, type: "cask" }),
  ]);
  return { rows, gaps: read.gaps };
}

interface PackageFolder {
  prefix: string;
  folder: string;
  type: "formula" | "cask";
}

const isShown = (name: string) => !name.startsWith(".");

/** `Cellar/<name>/<version>`; dotfiles such as ".metadata" are Homebrew's own. */
function packagesIn(read: GapReader, { prefix, folder, type }: PackageFolder): Row[] {
  return read
    .list(folder)
    .filter(isShown)
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      return read
        .list(path)
        .filter(isShown)
        .map((version) => ({ name, path, version, type, prefix }));
    });
}
