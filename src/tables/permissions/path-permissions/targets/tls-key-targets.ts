import { type GapReader, gapReader } from "../../../host/gap-reader.ts";
import { expandGlob } from "../../../host/glob.ts";
import type { Host } from "../../../host/port.ts";
import { walkFiles } from "../../../host/walk-files.ts";
import { parsePrivateKey } from "../../../parsers/ssh/private-key.ts";
import { rootsTarget, type Target } from "./target.ts";

const patterns = [
  "/etc/ssl/*",
  "/etc/ssl/private/*",
  "/etc/ssl/certs/*.key",
  "/etc/pki/tls/private/*",
  "/etc/letsencrypt/archive/*/privkey*.pem",
];

/** Folders of servers, where a key may have any name. */
const folders = [
  ...["apache2", "caddy", "docker", "dovecot", "exim4", "haproxy", "httpd", "kubernetes/pki"],
  ...["ldap", "lighttpd", "mysql", "nginx", "openvpn", "postfix", "postgresql", "stunnel"],
].map((name) => `/etc/${name}`);

const limits = { maxEntries: 2_000, deadlineMs: Number.POSITIVE_INFINITY };
const maxBytes = 256 << 10;

/**
 * Private keys of servers without a passphrase: whoever reads one can pass for the server. What an
 * agent without rights can't read is no gap: it isn't open to everyone.
 */
export function findTlsKeyTargets({ host }: GapReader): Target[] {
  const read = gapReader(host);
  const inServers = folders
    .filter((folder) => read.host.exists(folder))
    .flatMap((root) => [...walkFiles(read, { root, limits, skip: () => false })])
    .filter(({ entry }) => entry.isFile())
    .map(({ path }) => path)
    .filter((path) => /key|\.(pem|crt|cer|cfg|conf)$/i.test(path));
  const usual = patterns.flatMap((pattern) => expandGlob(read, pattern));
  return [...new Set([...usual, ...inServers])]
    .filter((path) => holdsKey(host, path))
    .map((path) => rootsTarget("tls_key", path));
}

function holdsKey(host: Host, path: string): boolean {
  try {
    const stats = host.stat(path);
    if (!stats.isFile() || stats.size > maxBytes) return false;
    return parsePrivateKey(host.readBytes(path, maxBytes))?.encrypted === false;
  } catch {
    return false;
  }
}
