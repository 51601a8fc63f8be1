import { createPrivateKey, X509Certificate } from "node:crypto";
import { configError } from "./config-error.ts";
import { readSmallFile } from "./read-small-file.ts";
import type { AgentConfig } from "./types.ts";

/** What the agent's TLS connections use besides the system's own authorities; PEM. */
export interface TlsFiles {
  ca?: Buffer;
  cert?: Buffer;
  key?: Buffer;
}

/** Reads and checks the certificates and the key; `warnings` get what lets an agent start all the same. */
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
  return `The client key ${path} can be read by every user; take that away with chmod 600.`;
}

/** Whether every user may read it: a group may be the agent's own. Windows has no such bits. */
export function isReadableByOthers(mode: number, platform = process.platform): boolean {
  return platform !== "win32" && (mode & 0o004) !== 0;
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Every certificate of a PEM file, in its order; a file with none, or with a broken one, is an error. */
export function certificatesIn(pem: Uint8Array, what: string): X509Certificate[] {
  const blocks = Buffer.from(pem).toString("latin1").match(pemCertificate) ?? [];
  const hint = "It must be PEM: -----BEGIN CERTIFICATE-----.";
  if (blocks.length === 0) throw configError(`${what} holds no certificate.`, hint);
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch (cause) {
      throw configError(`${what} holds a certificate that can't be read.`, hint, cause);
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
    `The client key ${client_key_path} is not the key of the client certificate ${client_cert_path}.`,
    "Give the pair that was made together; the agent's own certificate comes first in its file.",
  );
}

function privateKeyOf(pem: Buffer, path: string | null) {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    const isLocked = /ENCRYPTED/.test(pem.toString("latin1"));
    throw isLocked
      ? configError(
          `The client key ${path} is locked with a passphrase, which nobody types for an agent.`,
          "Take the passphrase away (openssl pkey -in … -out …) and set its mode to 600.",
          cause,
        )
      : configError(
          `The client key ${path} holds no private key.`,
          "It must be PEM: -----BEGIN PRIVATE KEY-----.",
          cause,
        );
  }
}
