import { ownValue } from "../../core/own-value.ts";
import { compareDpkg } from "../../core/versions/dpkg.ts";
import type { CompareVersions } from "../../core/versions/order.ts";
import { compareRpm } from "../../core/versions/rpm.ts";
import { comparePep440 } from "./versions/pep440.ts";
import { compareSemver } from "./versions/semver.ts";

/** How the packages of an ecosystem are compared with its advisories. */
export interface Ecosystem {
  compare: CompareVersions;
  /** How versions of source packages are compared, if advisories name those. */
  compareSource?: CompareVersions;
  /** Whether advisories name installed packages. */
  namesPackages: boolean;
}

const dpkg: Ecosystem = {
  compare: compareDpkg,
  compareSource: compareDpkg,
  namesPackages: false,
};

/** Packages of one source may have epochs of their own, and the name of the source has none. */
const rpm: Ecosystem = {
  compare: compareRpm,
  compareSource: (left, right) => compareRpm(withoutEpoch(left), withoutEpoch(right)),
  namesPackages: true,
};

const withoutEpoch = (version: string) => version.replace(/^\d+:/, "");

const kinds: Record<string, Ecosystem> = {
  debian: dpkg,
  ubuntu: dpkg,
  rocky: rpm,
  almalinux: rpm,
  rhel: rpm,
  "opensuse-leap": rpm,
  pypi: { compare: comparePep440, namesPackages: true },
  npm: { compare: compareSemver, namesPackages: true },
};

/** Undefined for an ecosystem whose versions can't be compared. */
export const ecosystemCalled = (name: string): Ecosystem | undefined =>
  ownValue(kinds, name.replace(/:.*$/, ""));

/** Debian's tracker names releases by code name, os-release by number; testing has no number yet. */
const debianReleases: Record<string, string> = {
  buster: "10",
  bullseye: "11",
  bookworm: "12",
  trixie: "13",
  forky: "14",
  duke: "15",
};

/** The name of a distribution's release in the index; minor releases share their advisories. */
export function releaseEcosystem(distribution: string, release: string): string {
  if (distribution === "debian") return `debian:${ownValue(debianReleases, release) ?? release}`;
  if (/^(rocky|almalinux|rhel)$/.test(distribution))
    return `${distribution}:${release.replace(/[.].*$/, "")}`;
  return `${distribution}:${release}`;
}

/** Whether an RPM belongs to a stream of a module, several of which are fixed side by side. */
export const isModuleBuild = (version: string): boolean => /[.]module[+_]/.test(version);

/** Python package names compare without case, and `-`, `_` and `.` are the same (PEP 503). */
export const packageName = (ecosystem: string, name: string): string =>
  ecosystem === "pypi" ? name.toLowerCase().replace(/[-_.]+/g, "-") : name;
