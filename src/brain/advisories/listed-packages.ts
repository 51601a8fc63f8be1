import type { Cell } from "../../contract/common.ts";
import type { StatementResult } from "../../contract/plan.ts";
import type { Judge } from "./create-judge.ts";
import { ecosystemCalled, isModuleBuild, releaseEcosystem } from "./ecosystems.ts";
import type { InstalledPackage } from "./judge-package.ts";

/** A package with its row in the host's list. */
export interface ListedPackage extends InstalledPackage {
  cells: Cell[];
}

/** Names and versions are short; a hostile host's may be as long as a result. */
const maxLength = 256;

export function readPackages({ columns, rows }: StatementResult): ListedPackage[] {
  const cellOf = (cells: Cell[], column: string) => String(cells[columns.indexOf(column)] ?? "");
  return rows.map((cells) => {
    const name = cellOf(cells, "package");
    const installed = cellOf(cells, "installed");
    return {
      cells,
      ecosystem: indexName(cellOf(cells, "ecosystem")),
      package: name,
      installed,
      source: cellOf(cells, "source") || name,
      source_version: cellOf(cells, "source_version") || installed,
    };
  });
}

/** A host names its own release: `rocky:9.3`. */
function indexName(ecosystem: string): string {
  const [distribution = "", release] = ecosystem.split(":", 2);
  return release === undefined ? distribution : releaseEcosystem(distribution, release);
}

/** Why a package can't be compared with advisories; null if it can. */
export function whyNotCompared(one: ListedPackage, advisories: Judge): string | null {
  const { cells, ...texts } = one;
  const { ecosystem, installed } = one;
  if (Object.values(texts).some(({ length }) => length > maxLength))
    return "a name or a version is too long to compare";
  if (!ecosystemCalled(ecosystem)) return `packages of ${ecosystem} can't be compared`;
  if (advisories.changedAt(ecosystem) === null) return `inquest has no advisories for ${ecosystem}`;
  if (installed === "") return `no package version of ${one.package} is known`;
  // An advisory doesn't say which stream of a module it is about.
  if (isModuleBuild(installed)) return "packages of module streams are not compared";
  return null;
}
