import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { listOptional } from "../host/read-optional.ts";
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
  const gaps: Gap[] = [];
  const rows = prefixes.flatMap((prefix) => [
    ...packagesIn(host, { prefix, folder: `${prefix}/Cellar`, type: "formula" }, gaps),
    ...packagesIn(host, { prefix, folder: `${prefix}/Caskroom`, type: "cask" }, gaps),
  ]);
  return { rows, gaps };
}

interface Shelf {
  prefix: string;
  folder: string;
  type: "formula" | "cask";
}

const isShown = (name: string) => !name.startsWith(".");

/** `Cellar/<name>/<version>`; ".metadata" and its like are Homebrew's own. */
function packagesIn(host: Host, { prefix, folder, type }: Shelf, gaps: Gap[]): Row[] {
  return listOptional(host, folder, gaps)
    .filter(isShown)
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      return listOptional(host, path, gaps)
        .filter(isShown)
        .map((version) => ({ name, path, version, type, prefix }));
    });
}
