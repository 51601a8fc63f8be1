import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { walkFiles } from "../host/walk-files.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { describeCertificate, parseCertificates } from "../parsers/x509.ts";

/** Certificate folders by purpose. */
const stores: [folder: string, store: string][] = [
  ["/etc/ssl", "system"],
  ["/etc/pki", "system"],
  ["/usr/local/share/ca-certificates", "system"],
  ["/etc/letsencrypt/live", "letsencrypt"],
  ["/etc/nginx", "nginx"],
  ["/etc/apache2", "apache"],
  ["/etc/httpd", "apache"],
  ["/etc/haproxy", "haproxy"],
  ["/etc/postfix", "postfix"],
  ["/etc/dovecot", "dovecot"],
  ["/etc/ldap", "ldap"],
  ["/etc/openvpn", "openvpn"],
  ["/etc/docker", "docker"],
  ["/etc/kubernetes", "kubernetes"],
  ["/etc/postgresql", "postgresql"],
  ["/var/lib/kubelet/pki", "kubernetes"],
];

const maxFileBytes = 4 << 20;
const limits = { maxEntries: 50_000, maxMs: 3_000 };

/** One row per certificate in the system's trust store and in servers' configuration folders. */
export const certificates: CollectedTable = {
  name: "certificates",
  description:
    "X.509 certificates of the system's trust store and of servers, with their validity.",
  platforms: ["linux"],
  columns: {
    common_name: "TEXT",
    subject: "TEXT",
    subject2: "TEXT",
    issuer: "TEXT",
    issuer2: "TEXT",
    ca: "INTEGER",
    self_signed: "INTEGER",
    not_valid_before: "BIGINT",
    not_valid_after: "BIGINT",
    signing_algorithm: "TEXT",
    key_algorithm: "TEXT",
    key_strength: "TEXT",
    key_usage: "TEXT",
    subject_key_id: "TEXT",
    authority_key_id: "TEXT",
    sha1: "TEXT",
    path: "TEXT",
    serial: "TEXT",
    store: "TEXT",
    sha256: "TEXT",
    subject_alternative_names: "TEXT",
  },
  input: {
    column: "path",
    read: (host, path, report) =>
      readCertificates(gapReader(host, report), path).map((row) => ({ ...row, path })),
  },
  collect(host) {
    const read = gapReader(host);
    const rows = stores
      .filter(([folder]) => host.exists(folder))
      .flatMap(([folder, store]) => readStore(read, { folder, store }));
    return { rows, gaps: read.gaps };
  },
};

interface Store {
  folder: string;
  store: string;
}

/**
 * Folders of private keys ("/etc/ssl/private") are closed to all but root and hold no certificates.
 */
const isPrivate = (path: string) => path.endsWith("/private");

/**
 * The trust store repeats each certificate in a bundle and under hash links; each is counted once
 * per folder.
 */
function readStore(read: GapReader, { folder, store }: Store): Row[] {
  const rows = new Map<string, Row>();
  const walk = {
    root: folder,
    limits: { maxEntries: limits.maxEntries, deadlineMs: read.host.now() + limits.maxMs },
    skip: isPrivate,
  };
  for (const { path, entry } of walkFiles(read, walk)) {
    if (
      !/\.(pem|crt|cer|cert|der)$/i.test(entry.name) ||
      !(entry.isFile() || entry.isSymbolicLink())
    )
      continue;
    for (const certificate of readCertificates(read, path)) {
      const row = { ...certificate, path, store };
      if (!rows.has(row.sha256)) rows.set(row.sha256, row);
    }
  }
  return [...rows.values()];
}

function readCertificates(read: GapReader, path: string) {
  const bytes = read.bytes(path, maxFileBytes);
  return bytes ? parseCertificates(bytes).map(describeCertificate) : [];
}
