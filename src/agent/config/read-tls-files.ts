import { createPrivateKey, X509Certificate } from "node:crypto";
import { configError } from "./config-error.ts";
import { readSmallFile } from "./read-small-file.ts";
import type { AgentConfig } from "./types.ts";

/** The agent's TLS material in PEM, in addition to the system's CAs. */
export interface TlsFiles {
  ca?: Buffer;
  cert?: Buffer;
  key?: Buffer;
}

/** Reads and checks the certificates and the key; adds problems that don't stop the agent to `warnings`. */
export function readTlsFiles(
  config: Pick<AgentConfig, "ca_cert_path" | "client_cert_path" | "client_key_path">,
  warnings: string[],
): TlsFiles {
  const { ca_cert_path, client_cert_path, client_key_path } = config;
  const tls: TlsFiles = {};
  if (ca_cert_path !== null) {
    tls.ca = readSmallFile(ca_cert_path, "The CA certificate").bytes;
    certificatesIn(tls.ca, `The CA certificate ${ca_cert_path}`);
  }
  if (client_cert_path !== null && client_key_path !== null) {
    tls.cert = readSmallFile(client_cert_path, "The client certificate").bytes;
    const { bytes, stats } = readSmallFile(client_key_path, "The client key");
    tls.key = bytes;
    checkPair(tls.cert, tls.key, config);
    if (isReadableByOthers(stats.mode)) warnings.push(openKeyWarning(client_key_path));
  }
  return tls;
}

function openKeyWarning(path: string): string {
  return `The client key ${path} is readable by every user; run chmod 600 on it.`;
}

/** Whether every user may read it. A group may, since it can be the agent's own; Windows has no such bits. */
export function isReadableByOthers(mode: number, platform = process.platform): boolean {
  return platform !== "win32" && (mode & 0o004) !== 0;
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** The certificates of a PEM file, in order; throws if there is none or one is invalid. */
export function certificatesIn(pem: Uint8Array, what: string): X509Certificate[] {
  const blocks = Buffer.from(pem).toString("latin1").match(pemCertificate) ?? [];
  const hint = "It must be PEM, starting with -----BEGIN CERTIFICATE-----.";
  if (blocks.length === 0) throw configError(`${what} contains no certificate.`, hint);
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw configError(`${what} contains an invalid certificate.`, hint, cause);
    }
  });
}

function checkPair(
  cert: Buffer,
  key: Buffer,
  { client_cert_path, client_key_path }: Pick<AgentConfig, "client_cert_path" | "client_key_path">,
): void {
  const [leaf] = certificatesIn(cert, `The client certificate ${client_cert_path}`);
  if (leaf!.checkPrivateKey(privateKeyOf(key, client_key_path))) return;
  throw configError(
    `The client key ${client_key_path} does not match the client certificate ${client_cert_path}.`,
    "Use a matching pair; the agent's own certificate must come first in its file.",
  );
}

function privateKeyOf(pem: Buffer, path: string | null) {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    const isEncrypted = /ENCRYPTED/.test(pem.toString("latin1"));
    throw isEncrypted
      ? configError(
          `The client key ${path} is encrypted with a passphrase, which an agent can't enter.`,
          "Remove the passphrase (openssl pkey -in … -out …) and set the file mode to 600.",
          cause,
        )
      : configError(
          `The client key ${path} contains no private key.`,
          "It must be PEM, starting with -----BEGIN PRIVATE KEY-----.",
          cause,
        );
  }
}
