import type { Severity } from "../../contract/common.ts";
import { severities } from "../../contract/common.ts";
import type { CompareVersions } from "../../core/versions/order.ts";
import type { Advisory, AdvisoryIndex } from "./advisory.ts";
import { ecosystemCalled, packageName } from "./ecosystems.ts";

/** A package as a host has it. */
export interface InstalledPackage {
  /** As in the index. */
  ecosystem: string;
  package: string;
  installed: string;
  source: string;
  source_version: string;
}

/** An advisory about an installed version. */
export interface Vulnerability {
  id: string;
  severity: Severity | undefined;
  /** Null while there is no fixed version. */
  fixedIn: string | null;
}

/** What the advisories say about a package. */
export interface Judgement {
  /** Most severe first. */
  vulnerabilities: Vulnerability[];
  /** The newest of the versions that fix them; null without any. */
  fixedIn: string | null;
  /** How many advisories its version was compared with. */
  compared: number;
}

/** Compares an installed version with the advisories about its package. */
export function judgePackage(index: AdvisoryIndex, one: InstalledPackage): Judgement {
  const kind = ecosystemCalled(one.ecosystem);
  if (!kind) return { vulnerabilities: [], fixedIn: null, compared: 0 };
  const newer = (a: string | null, b: string | null) => newerOf(a, b, kind.compare);
  const byId = new Map<string, Vulnerability>();
  let compared = 0;
  for (const { name, version, compare } of namesOf(one)) {
    const advisories = index.find(one.ecosystem, packageName(one.ecosystem, name));
    compared += advisories.length;
    for (const advisory of advisories) {
      const match = matchVersion(advisory, version, compare);
      if (!match) continue;
      // Of two records of one vulnerability, one that names a fix knows more than one that doesn't.
      const before = byId.get(match.id)?.fixedIn ?? null;
      byId.set(match.id, { ...match, fixedIn: newer(before, match.fixedIn) });
    }
  }
  const vulnerabilities = [...byId.values()].sort(mostSevereFirst);
  const fixedIn = vulnerabilities.reduce<string | null>(
    (one, two) => newer(one, two.fixedIn),
    null,
  );
  return { vulnerabilities, fixedIn, compared };
}

interface KnownName {
  name: string;
  version: string;
  compare: CompareVersions;
}

/** The names under which advisories know the package, each with the version that they compare. */
export function namesOf(one: InstalledPackage): KnownName[] {
  const kind = ecosystemCalled(one.ecosystem);
  if (!kind) return [];
  const { compare, compareSource, namesPackages } = kind;
  const own = { name: one.package, version: one.installed, compare };
  if (!compareSource) return [own];
  const source = { name: one.source, version: one.source_version, compare: compareSource };
  if (!namesPackages) return [source];
  return one.source === one.package ? [own] : [own, source];
}

function matchVersion(
  { id, severity, ranges, versions = [] }: Advisory,
  version: string,
  compare: CompareVersions,
): Vulnerability | null {
  const range = ranges.find(
    ({ introduced, fixed, last }) =>
      (introduced === undefined || compare(version, introduced) >= 0) &&
      (fixed === undefined || compare(version, fixed) < 0) &&
      (last === undefined || compare(version, last) <= 0),
  );
  if (!range && !versions.some((affected) => compare(version, affected) === 0)) return null;
  return { id, severity, fixedIn: range?.fixed ?? null };
}

function newerOf(a: string | null, b: string | null, compare: CompareVersions): string | null {
  if (a === null || b === null) return a ?? b;
  return compare(a, b) >= 0 ? a : b;
}

const rank = ({ severity }: Vulnerability) => (severity ? severities.indexOf(severity) : -1);

const byNumber = new Intl.Collator("en", { numeric: true });

/** Newer identifiers first among equals. */
const mostSevereFirst = (a: Vulnerability, b: Vulnerability) =>
  rank(b) - rank(a) || byNumber.compare(b.id, a.id);
