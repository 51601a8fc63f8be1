import { compareDpkg } from "../../core/versions/dpkg.ts";
import { compareRpm } from "../../core/versions/rpm.ts";
import { compareVersions } from "./compare-versions.ts";

type Order = (left: string, right: string) => number;

/** osquery's collations, and their orders. */
export const versionCollations: Record<string, Order> = {
  version: compareVersions,
  version_arch: compareVersions,
  version_dpkg: compareDpkg,
  version_rhel: compareRpm,
};

/** By the order that osquery's third argument names, or else that of releases; -1, 0 or 1. */
export function versionCompare(left: string, right: string, flavor?: string): number {
  const name = flavor === undefined ? "version" : `version_${flavor.toLowerCase()}`;
  if (!Object.hasOwn(versionCollations, name))
    throw new Error("version_compare: the third argument is ARCH, DPKG or RHEL");
  return Math.sign(versionCollations[name]!(left, right));
}
