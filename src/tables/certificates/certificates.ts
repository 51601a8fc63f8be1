import { dirname } from "node:path/posix";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { walkFiles } from "../host/walk-files.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import {
  type ConfiguredCertificate,
  findConfiguredCertificates,
} from "./configured-certificates.ts";
import { readCertificates } from "./read-certificates.ts";

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

const limits = { maxEntries: 50_000, maxMs: 3_000 };

/**
 * One row per certificate in the system's trust store, in servers' configuration folders, and in
 * files that those configurations name.
 */
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
    /** "sha1", "sha256" …; of RSA-PSS it is a parameter, which `signing_algorithm` lacks. NULL: none or unknown. */
    signing_hash: "TEXT",
    subject_alternative_names: "TEXT",
    basic_constraints: "TEXT",
    extended_key_usage: "TEXT",
    /** "server" or "authority", as the configuration in `used_in` says; NULL: none names it. */
    used_as: "TEXT",
    used_in: "TEXT",
  },
  input: {
    column: "path",
    read: (host, path, report) =>
      readCertificates(gapReader(host, report), path).map((row) => ({ ...row, path })),
  },
  collect(host) {
    const read = gapReader(host);
    const configured = findConfiguredCertificates(read);
    const listed = stores
      .filter(([folder]) => host.exists(folder))
      .flatMap(([folder, store]) => readStore(read, { folder, store, configured }));
    const seen = new Set(listed.map(({ path }) => path));
    const others = [...configured.keys()].filter((path) => !seen.has(path) && isFile(read, path));
    const elsewhere = others.flatMap((path) =>
      [...readFile(read, path, "other")].map(withUse(configured)),
    );
    return { rows: [...listed, ...elsewhere], gaps: read.gaps };
  },
};

const isFile = (read: GapReader, path: string) =>
  read.attempt(path, () => read.host.stat(path).isFile()) ?? false;

function* readFile(read: GapReader, path: string, store: string): Generator<Row> {
  for (const certificate of readCertificates(read, path)) yield { ...certificate, path, store };
}

/** Of a chain only the first certificate is the server's own; the rest lead to the authority. */
const withUse =
  (configured: Map<string, ConfiguredCertificate>) =>
  (row: Row, index: number): Row => {
    const path = String(row.path);
    const { use, source } = configured.get(path) ?? configured.get(dirname(path)) ?? {};
    return { ...row, used_as: index > 0 ? undefined : use, used_in: source };
  };

interface Store {
  folder: string;
  store: string;
  configured: Map<string, ConfiguredCertificate>;
}

/**
 * Folders of private keys ("/etc/ssl/private") are closed to all but root and hold no certificates.
 */
const isPrivate = (path: string) => path.endsWith("/private");

/**
 * The trust store repeats each certificate in a bundle and under hash links; each is counted once
 * per folder, and once more for a file that a configuration names.
 */
function readStore(read: GapReader, { folder, store, configured }: Store): Row[] {
  const rows = new Map<string, Row>();
  const walk = {
    root: folder,
    limits: { maxEntries: limits.maxEntries, deadlineMs: read.host.now() + limits.maxMs },
    skip: isPrivate,
  };
  for (const { path, entry } of walkFiles(read, walk)) {
    const isNamed = configured.has(path);
    const isCertificate = isNamed || /\.(pem|crt|cer|cert|der)$/i.test(entry.name);
    if (!isCertificate || !(entry.isFile() || entry.isSymbolicLink())) continue;
    for (const [index, row] of [...readFile(read, path, store)].entries()) {
      const key = isNamed ? `${row.sha256} ${path}` : String(row.sha256);
      if (!rows.has(key)) rows.set(key, withUse(configured)(row, index));
    }
  }
  return [...rows.values()];
}
