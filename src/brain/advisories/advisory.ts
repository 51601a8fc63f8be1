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
  ranges: AffectedRange[];
  /** Single affected versions. */
  versions: string[];
}

/** An advisory with the package that it is about. */
export interface PackageAdvisory extends Advisory {
  /** `debian:12`, `debian:bookworm`, `ubuntu:22.04`, `rocky:9`, `npm`, `pypi`. */
  ecosystem: string;
  package: string;
}

/** The advisories of an operator, by ecosystem and package. */
export interface AdvisoryIndex {
  /** Whether there is any advisory for the ecosystem. */
  covers(ecosystem: string): boolean;
  find(ecosystem: string, name: string): Advisory[];
}

/** Advisories that are read when they are first needed. */
export interface AdvisorySource {
  /** Rejects with an `AppError` if a file can't be read. */
  load(): Promise<AdvisoryIndex>;
}
