import type { Severity } from "../../contract/common.ts";

/** Versions from `introduced` on; up to and without `fixed`, or up to and with `last`. */
export interface AffectedRange {
  introduced?: string | undefined;
  fixed?: string | undefined;
  last?: string | undefined;
}

/** A vulnerability of one package in one ecosystem. */
export interface Advisory {
  /** CVE-2024-3094, GHSA-…, DSA-…. */
  id: string;
  severity?: Severity | undefined;
  ranges: AffectedRange[];
  /** Single affected versions, where no range says the same. */
  versions?: string[] | undefined;
}

/** An advisory with the package that it is about. */
export interface PackageAdvisory extends Advisory {
  /** As `ecosystemOf` names it: `debian:12`, `rocky:9`, `npm`. */
  ecosystem: string;
  package: string;
}

/** The advisories of an operator, by ecosystem and package. */
export interface AdvisoryIndex {
  /** When the advisories for an ecosystem were last changed, in ms; null if there are none. */
  changedAt(ecosystem: string): number | null;
  find(ecosystem: string, name: string): Advisory[];
}
