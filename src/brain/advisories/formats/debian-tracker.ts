import { Type } from "typebox";
import type { Severity } from "../../../contract/common.ts";
import type { AffectedRange, PackageAdvisory } from "../advisory.ts";
import { releaseEcosystem } from "../ecosystems.ts";
import { lazyCheck } from "./lazy-check.ts";
import { severityNamed } from "./severity.ts";

const Release = Type.Object({
  status: Type.String(),
  fixed_version: Type.Optional(Type.String()),
  urgency: Type.Optional(Type.String()),
});

const Issues = Type.Record(
  Type.String(),
  Type.Object({ releases: Type.Record(Type.String(), Release) }),
);

const isIssues = lazyCheck(Issues);

/**
 * The advisories for one source package of the Debian security tracker's JSON: issue → release →
 * status. Null for a value of another form.
 */
export function debianAdvisories(source: string, value: unknown): PackageAdvisory[] | null {
  if (!isIssues(value)) return null;
  return Object.entries(value).flatMap(([id, { releases }]) =>
    Object.entries(releases).flatMap(([release, state]) => {
      const range = rangeOf(state);
      if (!range) return [];
      const ecosystem = releaseEcosystem("debian", release);
      return { id, ecosystem, package: source, severity: urgencyOf(state), ranges: [range] };
    }),
  );
}

/** Null if the release isn't affected ("0"), or only in a way that is no security matter. */
function rangeOf(state: { status: string; fixed_version?: string; urgency?: string }) {
  const { status, fixed_version: fixed, urgency } = state;
  if (urgency === "unimportant") return null;
  if (status === "open") return {} satisfies AffectedRange;
  return status === "resolved" && fixed && fixed !== "0" ? { fixed } : null;
}

/** A star marks an urgency that was set by hand. */
const urgencyOf = ({ urgency = "" }: { urgency?: string }): Severity | undefined =>
  severityNamed(urgency.replaceAll("*", ""));
