import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { readOptional, readRequired } from "../../host/read-optional.ts";
import type { Collected } from "../../model/table.ts";
import { parseAssignments } from "../../parsers/key-values.ts";
import { readArchitecture } from "../architecture.ts";

export async function collectLinux(host: Host): Promise<Collected> {
  const gaps: Gap[] = [];
  const text =
    readOptional(host, "/etc/os-release", gaps) ?? readRequired(host, "/usr/lib/os-release");
  const debian = readOptional(host, "/etc/debian_version", gaps);
  const row = describeRelease(parseAssignments(text), debian?.trim());
  return { rows: [{ ...row, arch: await readArchitecture(host, gaps) }], gaps };
}

/** Debian's os-release has the major version alone; its point release is in /etc/debian_version. */
export function describeRelease(release: Map<string, string>, debianVersion?: string) {
  const id = release.get("ID") ?? "";
  const versionId = release.get("VERSION_ID") ?? "";
  const exact =
    id === "debian" && /^\d+\.\d+/.test(debianVersion ?? "") ? debianVersion! : versionId;
  const [major, minor, patch] = (/^\d+(\.\d+)*/.exec(exact)?.[0] ?? "").split(".");
  return {
    name: release.get("NAME") ?? null,
    version: release.get("VERSION") ?? (versionId || null),
    major: Number(major || 0),
    minor: Number(minor ?? 0),
    patch: Number(patch ?? 0),
    build: release.get("BUILD_ID") ?? null,
    platform: id || null,
    platform_like: release.get("ID_LIKE") ?? (id || null),
    codename: release.get("VERSION_CODENAME") ?? null,
    pretty_name: release.get("PRETTY_NAME") ?? null,
    version_id: versionId || null,
  };
}
