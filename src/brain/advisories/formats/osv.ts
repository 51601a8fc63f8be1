import { type Static, Type } from "typebox";
import type { Severity } from "../../../contract/common.ts";
import type { CompareVersions } from "../../../core/versions/order.ts";
import type { AffectedRange, PackageAdvisory } from "../advisory.ts";
import { ecosystemCalled, isModuleBuild, packageName, releaseEcosystem } from "../ecosystems.ts";
import { lazyCheck } from "./lazy-check.ts";
import { severityNamed, severityOfCvss } from "./severity.ts";

const Event = Type.Object({
  introduced: Type.Optional(Type.String()),
  fixed: Type.Optional(Type.String()),
  last_affected: Type.Optional(Type.String()),
});

const Severities = Type.Array(Type.Object({ type: Type.String(), score: Type.String() }));

const Affected = Type.Object({
  package: Type.Optional(Type.Object({ ecosystem: Type.String(), name: Type.String() })),
  ranges: Type.Optional(
    Type.Array(Type.Object({ type: Type.String(), events: Type.Array(Event) })),
  ),
  versions: Type.Optional(Type.Array(Type.String())),
  severity: Type.Optional(Severities),
  ecosystem_specific: Type.Optional(Type.Unknown()),
});
type Affected = Static<typeof Affected>;

/** The fields of an OSV record (https://ossf.github.io/osv-schema/) that decide what is affected. */
const OsvRecord = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  summary: Type.Optional(Type.String()),
  modified: Type.Optional(Type.String()),
  aliases: Type.Optional(Type.Array(Type.String())),
  upstream: Type.Optional(Type.Array(Type.String())),
  withdrawn: Type.Optional(Type.String()),
  severity: Type.Optional(Severities),
  database_specific: Type.Optional(Type.Unknown()),
  affected: Type.Optional(Type.Array(Affected)),
});
type OsvRecord = Static<typeof OsvRecord>;

const isOsvRecord = lazyCheck(OsvRecord);

export interface OsvAdvisories {
  /** Of packages whose versions can be compared. */
  advisories: PackageAdvisory[];
  /** In ms; null if the record doesn't say. */
  modifiedAt: number | null;
}

/** The advisories of an OSV record; null for another value. */
export function osvAdvisories(value: unknown): OsvAdvisories | null {
  if (!isOsvRecord(value)) return null;
  const modifiedAt = Date.parse(value.modified ?? "") || null;
  if (value.withdrawn !== undefined) return { advisories: [], modifiedAt };
  const advisories = (value.affected ?? []).flatMap((affected) => advisoryOf(value, affected));
  return { advisories, modifiedAt };
}

function advisoryOf(record: OsvRecord, affected: Affected): PackageAdvisory[] {
  const ecosystem = affected.package && ecosystemOf(affected.package.ecosystem);
  const compare = ecosystem && ecosystemCalled(ecosystem)?.compare;
  if (!affected.package || !ecosystem || !compare) return [];
  if (wordIn(affected.ecosystem_specific, "urgency") === "unimportant") return [];
  const compared = (affected.ranges ?? []).filter(({ type }) => type !== "GIT");
  const all = compared.flatMap(({ events }) => rangesOf(events, compare));
  const ranges = all.filter(({ fixed = "" }) => !isModuleBuild(fixed));
  if (ranges.length < all.length && ranges.length === 0) return [];
  return [
    {
      id: nameOf(record),
      ecosystem,
      package: packageName(ecosystem, affected.package.name),
      severity: severityOf(record, affected),
      ranges,
      // With ranges, the list of versions only repeats what they say.
      versions: ranges.length > 0 ? undefined : affected.versions,
    },
  ];
}

/** The CVE that a distribution's or GitHub's advisory is about, if it is one. */
function nameOf({ id, aliases = [], upstream = [] }: OsvRecord): string {
  const cves = [...new Set([...aliases, ...upstream].filter((name) => name.startsWith("CVE-")))];
  const own = /CVE-\d+-\d+/.exec(id)?.[0];
  return own ?? (cves.length === 1 ? cves[0]! : id);
}

function severityOf(record: OsvRecord, affected: Affected): Severity | undefined {
  const scores = [...(affected.severity ?? []), ...(record.severity ?? [])];
  // Distributions of RPMs begin the summary with it: "Important: kernel security update".
  const [, first] = /^(\w+): /.exec(record.summary ?? "") ?? [];
  const word =
    wordIn(affected.ecosystem_specific, "severity") ??
    wordIn(record.database_specific, "severity") ??
    first;
  const rated = scores.map(({ score }) => severityNamed(score) ?? severityOfCvss(score));
  return (word && severityNamed(word)) || rated.find((severity) => severity !== undefined);
}

function wordIn(value: unknown, field: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const word: unknown = (value as Record<string, unknown>)[field];
  return typeof word === "string" ? word : undefined;
}

type Event = Static<typeof Event>;

/** Each introduction lasts until the next fix; a record's events may be in any order. */
function rangesOf(events: Event[], compare: CompareVersions): AffectedRange[] {
  const ranges: AffectedRange[] = [];
  let introduced: string | undefined;
  for (const event of [...events].sort((a, b) => compareEvents(a, b, compare))) {
    if (event.introduced !== undefined) introduced ??= event.introduced;
    else if (introduced !== undefined && (event.fixed ?? event.last_affected) !== undefined) {
      ranges.push({ ...since(introduced), fixed: event.fixed, last: event.last_affected });
      introduced = undefined;
    }
  }
  return introduced === undefined ? ranges : [...ranges, since(introduced)];
}

function compareEvents(left: Event, right: Event, compare: CompareVersions): number {
  const [a, b] = [left, right].map(
    (event) => event.introduced ?? event.fixed ?? event.last_affected,
  );
  if (a === "0" || b === "0") return Number(b === "0") - Number(a === "0");
  return a === undefined || b === undefined ? 0 : compare(a, b);
}

/** "0" is before every version. */
const since = (introduced: string): AffectedRange => (introduced === "0" ? {} : { introduced });

const distributions: [RegExp, string][] = [
  [/^Debian:(\w+)$/, "debian"],
  [/^Ubuntu:(\d+[.]\d+)(?::LTS)?$/, "ubuntu"],
  [/^Rocky Linux:(\d+)$/, "rocky"],
  [/^AlmaLinux:(\d+)$/, "almalinux"],
  [/^Red Hat:enterprise_linux:(\d+)(?:::\w+)?$/, "rhel"],
  [/^openSUSE:Leap (\d+[.]\d+)$/, "opensuse-leap"],
];

/** Without the releases that need a subscription, whose fixes a host may not get. */
function ecosystemOf(name: string): string | null {
  if (name === "npm") return "npm";
  if (name === "PyPI") return "pypi";
  for (const [pattern, distribution] of distributions) {
    const release = pattern.exec(name)?.[1];
    if (release !== undefined) return releaseEcosystem(distribution, release);
  }
  return null;
}
