import { compareDpkg } from "./versions/dpkg.ts";
import type { CompareVersions } from "./versions/order.ts";
import { comparePep440 } from "./versions/pep440.ts";
import { compareRpm } from "./versions/rpm.ts";
import { compareSemver } from "./versions/semver.ts";

/** How the packages of an ecosystem are compared with its advisories. */
export interface Ecosystem {
  compare: CompareVersions;
  /** What an advisory may name: the installed package, the source package that it was built of. */
  names: ("package" | "source")[];
}

const kinds: Record<string, Ecosystem> = {
  debian: { compare: compareDpkg, names: ["source"] },
  ubuntu: { compare: compareDpkg, names: ["source"] },
  rocky: { compare: compareRpm, names: ["package", "source"] },
  almalinux: { compare: compareRpm, names: ["package", "source"] },
  rhel: { compare: compareRpm, names: ["package", "source"] },
  "opensuse-leap": { compare: compareRpm, names: ["package", "source"] },
  pypi: { compare: comparePep440, names: ["package"] },
  npm: { compare: compareSemver, names: ["package"] },
};

/** Undefined for an ecosystem whose versions can't be compared. */
export const ecosystemCalled = (name: string): Ecosystem | undefined =>
  kinds[name.replace(/:.*$/, "")];

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
  if (distribution === "debian") return `debian:${debianReleases[release] ?? release}`;
  if (/^(rocky|almalinux|rhel)$/.test(distribution))
    return `${distribution}:${release.replace(/[.].*$/, "")}`;
  return `${distribution}:${release}`;
}

/** Python package names compare without case, and `-`, `_` and `.` are the same (PEP 503). */
export const packageName = (ecosystem: string, name: string): string =>
  ecosystem === "pypi" ? name.toLowerCase().replace(/[-_.]+/g, "-") : name;
