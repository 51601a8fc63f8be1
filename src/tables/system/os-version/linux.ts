import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { readRequired } from "../../host/read-required.ts";
import type { Collected } from "../../model/table.ts";
import { parseAssignments } from "../../parsers/key-values.ts";
import { readArchitecture } from "../architecture.ts";
import { supportEnd } from "./support-ends.ts";

export async function collectLinux(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const text = read.text("/etc/os-release") ?? readRequired(host, "/usr/lib/os-release");
  const debian = read.text("/etc/debian_version");
  const row = describeRelease(parseAssignments(text), debian?.trim());
  const support_end = endOf(read, row);
  return { rows: [{ ...row, arch: await readArchitecture(read), support_end }], gaps: read.gaps };
}

function endOf(read: GapReader, { platform, name, version_id, pretty_name }: Description) {
  const end = supportEnd({ id: platform ?? "", name: name ?? "", versionId: version_id ?? "" });
  if (end === undefined)
    read.forColumns(["support_end"]).report({
      reason: "table_missing",
      detail: `the end of support of ${pretty_name ?? platform} is not known`,
    });
  return end;
}

type Description = ReturnType<typeof describeRelease>;

/** Debian's os-release only has the major version; its point release is in /etc/debian_version. */
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
