import { dirname, join } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";
import { walkFiles } from "../host/walk-files.ts";
import {
  type CertificateSetting,
  parseCertificateSettings,
} from "../parsers/certificates/certificate-settings.ts";

/** A certificate file as servers' configurations name it. */
export interface ConfiguredCertificate {
  use: CertificateSetting["use"];
  /** The configuration file. */
  source: string;
}

/** Folders and files of servers that speak TLS. */
const configurations =
  "nginx apache2 httpd haproxy lighttpd postfix dovecot exim4 vsftpd.conf vsftpd proftpd pure-ftpd redis valkey mysql my.cnf postgresql ldap openldap openvpn stunnel rabbitmq mosquitto memcached.conf unbound grafana prosody prometheus elasticsearch opensearch kibana webmin etcd gitlab"
    .split(" ")
    .map((name) => `/etc/${name}`);

/** Files that no server reads, and folders from which it reads what is linked elsewhere or included. */
const unread =
  /\.(?:bak|disabled|dpkg-\w+|rpm\w+|orig|old|save|example|sample|default|pem|crt|key|cer|der)$|~$/;
const templates =
  /\/(?:sites|mods|conf|modules)-available$|\/snippets$|\/examples?$|\/conf\.d\/[^/]+(?<!\.(?:conf|cnf|ya?ml))$/;
const maxFileBytes = 1 << 20;
const limits = { maxEntries: 20_000, maxMs: 2_000 };

/** Certificate files that configurations name, by path; "server" prevails. */
export function findConfiguredCertificates(read: GapReader): Map<string, ConfiguredCertificate> {
  const found = new Map<string, ConfiguredCertificate>();
  const queue = configurations.flatMap((root) => filesOf(read, root));
  const known = new Set(queue.map(({ source }) => source));
  for (const { root, source } of queue) {
    const text = read.text(source, maxFileBytes) ?? "";
    const folders = [dirname(source), root];
    for (const { path, use } of parseCertificateSettings(text)) {
      const file = locate(read, path, folders);
      if (file && found.get(file)?.use !== "server") found.set(file, { use, source });
    }
    for (const [, included = ""] of text.matchAll(/^\s*include\s+"?([^\s*;"]+)"?;?\s*$/gim)) {
      const file = locate(read, included, folders);
      if (!file || known.has(file) || !isRegular(read, file)) continue;
      known.add(file);
      queue.push({ root, source: file });
    }
  }
  return found;
}

function filesOf(read: GapReader, root: string): { root: string; source: string }[] {
  const stats = read.attempt(root, () =>
    read.host.exists(root) ? read.host.stat(root) : undefined,
  );
  if (!stats?.isDirectory()) return stats ? [{ root: dirname(root), source: root }] : [];
  const walk = {
    root,
    limits: { maxEntries: limits.maxEntries, deadlineMs: read.host.now() + limits.maxMs },
    skip: (path: string) => templates.test(path),
  };
  return [...walkFiles(read, walk)]
    .filter(({ path, entry }) => !entry.isDirectory() && isRegular(read, path))
    .filter(({ path }) => !unread.test(path) && !templates.test(path))
    .map(({ path }) => ({ root, source: path }));
}

/** Links lead to files elsewhere, to folders (modules) or nowhere. */
function isRegular(read: GapReader, path: string): boolean {
  return read.attempt(path, () => read.host.stat(path).isFile()) ?? false;
}

/** A relative path is looked up beside the file that names it, then in its server's folder. */
function locate(read: GapReader, path: string, folders: string[]): string | undefined {
  const trimmed = path.replace(/\/+$/, "");
  const candidates = path.startsWith("/")
    ? [trimmed]
    : folders.map((folder) => join(folder, trimmed));
  return candidates.find((candidate) => read.host.exists(candidate));
}
