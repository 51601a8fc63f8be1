import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";

export const homebrewPackages: CollectedTable = {
  name: "homebrew_packages",
  description: "Formulas and casks that Homebrew has installed.",
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

/** Homebrew's folder on Apple's processors, and on Intel's. */
const prefixes = ["/opt/homebrew", "/usr/local"];

/** One installed version of a formula or cask a row; no rows where Homebrew is not installed. */
function collectHomebrewPackages(host: Host): Collected {
  const read = gapReader(host);
  const rows = prefixes.flatMap((prefix) => [
    ...packagesIn(read, { prefix, folder: `${prefix}/Cellar`, type: "formula" }),
    ...packagesIn(read, { prefix, folder: `${prefix}/Caskroom`, type: "cask" }),
  ]);
  return { rows, gaps: read.gaps };
}

interface Shelf {
  prefix: string;
  folder: string;
  type: "formula" | "cask";
}

const isShown = (name: string) => !name.startsWith(".");

/** `Cellar/<name>/<version>`; ".metadata" and its like are Homebrew's own. */
function packagesIn(read: GapReader, { prefix, folder, type }: Shelf): Row[] {
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
