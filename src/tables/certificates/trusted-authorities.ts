import { createHash } from "node:crypto";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { walkFiles } from "../host/walk-files.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { certificatesIn, maxFileBytes, readCertificates } from "./read-certificates.ts";

/** Read by programs that want one file: Debian's, Fedora's and Alpine's, openSUSE's. */
const bundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/var/lib/ca-certificates/ca-bundle.pem",
];
/** OpenSSL finds a certificate in a folder by the hash of its subject (openssl-rehash(1)). */
const folder = "/etc/ssl/certs";
const hashName = /^[0-9a-f]{8}\.\d+$/;
/** Where packages put authorities that the stores are made of. */
const origins = ["/usr/share/ca-certificates", "/etc/ssl/certs"];

const dpkgInfo = "/var/lib/dpkg/info";
const limits = { maxEntries: 10_000, maxMs: 2_000 };

/** One row per authority that TLS clients of the system accept. */
export const trustedAuthorities: CollectedTable = {
  name: "trusted_authorities",
  description:
    "Certificate authorities in the system's trust store, and the packages they come from.",
  platforms: ["linux"],
  columns: {
    common_name: "TEXT",
    subject: "TEXT",
    not_valid_before: "BIGINT",
    not_valid_after: "BIGINT",
    ca: "INTEGER",
    self_signed: "INTEGER",
    sha256: "TEXT",
    /** The bundle, or the link that leads to it. */
    path: "TEXT",
    /** The package of an unchanged file with this certificate; NULL: none. */
    package: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const trusted = readTrusted(read);
    const packages = trusted.size > 0 ? packagesOf(read) : new Map<string, string>();
    const rows = [...trusted].map(([sha256, row]) => ({ ...row, package: packages.get(sha256) }));
    return { rows, gaps: read.gaps };
  },
};

function readTrusted(read: GapReader): Map<string, Row> {
  const links = read.list(folder).filter((name) => hashName.test(name));
  const paths = [...bundles, ...links.map((name) => `${folder}/${name}`)];
  const trusted = new Map<string, Row>();
  for (const path of paths)
    for (const row of readCertificates(read, path))
      if (!trusted.has(row.sha256)) trusted.set(row.sha256, { ...row, path });
  return trusted;
}

/** By certificate. A package's file that was changed since is no longer the package's. */
function packagesOf(read: GapReader): Map<string, string> {
  if (!read.host.exists(dpkgInfo)) {
    read
      .forColumns(["package"])
      .report({ reason: "table_missing", detail: "packages of authorities: known with dpkg only" });
    return new Map();
  }
  const shipped = readChecksums(read);
  const found = new Map<string, string>();
  for (const path of origins.flatMap((root) => filesBelow(read, root))) {
    const bytes = read.bytes(path, maxFileBytes);
    const { digest, name } = shipped.get(path) ?? {};
    if (!bytes || !name || digest !== createHash("md5").update(bytes).digest("hex")) continue;
    for (const { sha256 } of certificatesIn(read.host, bytes)) found.set(sha256, name);
  }
  return found;
}

function filesBelow(read: GapReader, root: string): string[] {
  if (!read.host.exists(root)) return [];
  const deadlineMs = read.host.now() + limits.maxMs;
  const walk = {
    root,
    limits: { maxEntries: limits.maxEntries, deadlineMs },
    skip: () => false,
  };
  return [...walkFiles(read, walk)].filter(({ entry }) => entry.isFile()).map(({ path }) => path);
}

/** Checksums of packaged authorities, by path (deb-md5sums(5)). */
function readChecksums(read: GapReader): Map<string, { digest: string; name: string }> {
  const shipped = new Map<string, { digest: string; name: string }>();
  for (const file of read.list(dpkgInfo).filter((each) => each.endsWith(".md5sums"))) {
    const text = read.text(`${dpkgInfo}/${file}`, 16 << 20) ?? "";
    // Splitting the lists of all packages would take far longer.
    const lines = origins.some((root) => text.includes(` ${root.slice(1)}/`))
      ? text.split("\n")
      : [];
    for (const line of lines) {
      const path = `/${line.slice(34)}`;
      if (!origins.some((root) => path.startsWith(`${root}/`))) continue;
      shipped.set(path, {
        digest: line.slice(0, 32),
        name: file.replace(/(?::[^:]+)?\.md5sums$/, ""),
      });
    }
  }
  return shipped;
}
