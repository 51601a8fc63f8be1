import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { readRequired } from "../host/read-required.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { type Paragraph, parseDeb822 } from "../parsers/deb822.ts";

const usualFolder = "/var/lib/dpkg";
const maxStatusBytes = 64 << 20;

/**
 * One row per package in dpkg's database, including removed packages with remaining configuration:
 * see `status`.
 */
export const debPackages: CollectedTable = {
  name: "deb_packages",
  description: "Debian packages, with state, version and the time they were installed or upgraded.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    version: "TEXT",
    source: "TEXT",
    /** Of the source package, which can differ from the binary package's own version. */
    source_version: "TEXT",
    size: "BIGINT",
    arch: "TEXT",
    revision: "TEXT",
    status: "TEXT",
    maintainer: "TEXT",
    section: "TEXT",
    priority: "TEXT",
    admindir: "TEXT",
    install_time: "BIGINT",
  },
  input: {
    column: "admindir",
    read(host, admindir, report) {
      const text = gapReader(host, report).text(`${admindir}/status`, maxStatusBytes);
      return text === undefined ? [] : rowsOf(host, { text, admindir });
    },
  },
  collect(host) {
    const text = readRequired(host, `${usualFolder}/status`, maxStatusBytes);
    return { rows: rowsOf(host, { text, admindir: usualFolder }), gaps: [] };
  },
};

function rowsOf(host: Host, { text, admindir }: { text: string; admindir: string }): Row[] {
  return parseStatus(text).map((row) => ({
    ...row,
    admindir,
    install_time: installTime(host, { ...row, admindir }),
  }));
}

export function parseStatus(text: string) {
  return parseDeb822(text)
    .filter((paragraph) => paragraph.has("package"))
    .map(describePackage);
}

function describePackage(paragraph: Paragraph) {
  const version = paragraph.get("version") ?? "";
  const kibibytes = paragraph.get("installed-size");
  // "Source: NAME (VERSION)"; without a version it is the same as the binary package's.
  const [source = "", sourceVersion] = (paragraph.get("source") ?? "").split(/[ ()]+/);
  return {
    name: paragraph.get("package")!,
    version,
    source,
    source_version: sourceVersion || version,
    size: kibibytes && /^\d+$/.test(kibibytes) ? Number(kibibytes) * 1024 : null,
    arch: paragraph.get("architecture") ?? "",
    revision: version.includes("-") ? version.slice(version.lastIndexOf("-") + 1) : "",
    status: paragraph.get("status") ?? "",
    maintainer: paragraph.get("maintainer") ?? "",
    section: paragraph.get("section") ?? "",
    priority: paragraph.get("priority") ?? "",
  };
}

/** dpkg records no install time, but rewrites a package's file list at each installation. */
function installTime(
  host: Host,
  { name, arch, admindir }: { name: string; arch: string; admindir: string },
): number | null {
  for (const stem of [name, `${name}:${arch}`]) {
    try {
      return Math.floor(host.stat(`${admindir}/info/${stem}.list`).mtimeMs / 1000);
    } catch {
      // The other file name, or a package with only its state left.
    }
  }
  return null;
}
