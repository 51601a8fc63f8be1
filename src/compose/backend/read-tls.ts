import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";
import type { Tls } from "../../server/http/tls.ts";
import type { ServerOptions } from "./types.ts";

type TlsPaths = Pick<ServerOptions, "tlsCertPath" | "tlsKeyPath" | "clientCaPath">;

/** What the files of the TLS flags hold, once it is sure that they can be used together. */
export function readTls({ tlsCertPath, tlsKeyPath, clientCaPath }: TlsPaths): Tls | undefined {
  if (tlsCertPath === undefined && tlsKeyPath === undefined) {
    if (clientCaPath === undefined) return undefined;
    throw usage(
      "--client-ca needs --tls-cert and --tls-key.",
      "Give the server's own two as well.",
    );
  }
  if (tlsCertPath === undefined || tlsKeyPath === undefined) {
    throw usage("--tls-cert and --tls-key go together.", "Give both, or neither.");
  }
  const tls = { cert: readPem(tlsCertPath), key: readPem(tlsKeyPath) };
  try {
    createSecureContext(tls);
  } catch (cause) {
    const hint = "Give a certificate in PEM and the private key it was made for.";
    throw usage("--tls-cert and --tls-key can't be used together.", hint, cause);
  }
  return clientCaPath === undefined ? tls : { ...tls, clientCa: readClientCa(clientCaPath) };
}

/** Node takes any text for a CA's and then trusts nobody, so every certificate is looked at here. */
function readClientCa(path: string): string {
  const text = readPem(path);
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) {
    const hint = "Give the PEM certificate of the CA that signs the agents' certificates.";
    throw usage(`${path} holds no certificate.`, hint);
  }
  const lacking = blocks.map((block) => readCertificate(block, path)).find(lacksIssuer);
  if (!lacking) return text;
  const name = lacking.subject.replaceAll("\n", ", ");
  throw usage(
    `${path} holds the certificate of ${name} without that of the CA above it.`,
    "Add the certificates above it, up to the root: a chain is trusted as far as it is whole.",
  );
}

function readCertificate(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw usage(
      `${path} holds a certificate that can't be read.`,
      "Check that the file is whole.",
      cause,
    );
  }
}

function lacksIssuer(certificate: X509Certificate, _at: number, all: X509Certificate[]): boolean {
  return !all.some((issuer) => certificate.checkIssued(issuer));
}

function readPem(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw usage(
      `${path} can't be read.`,
      "Give the path of a PEM file that this user may read.",
      cause,
    );
  }
}

function usage(message: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", message, { hint, exit: exitCodes.usage, cause });
}
