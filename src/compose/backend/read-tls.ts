import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";
import type { Tls } from "../../server/http/tls.ts";
import type { ServerOptions } from "./types.ts";

type TlsPaths = Pick<ServerOptions, "tlsCertPath" | "tlsKeyPath" | "clientCaPath">;

/** Reads the files of the TLS flags and checks that they can be used together. */
export function readTls({ tlsCertPath, tlsKeyPath, clientCaPath }: TlsPaths): Tls | undefined {
  if (tlsCertPath === undefined && tlsKeyPath === undefined) {
    if (clientCaPath === undefined) return undefined;
    throw usage(
      "--client-ca needs --tls-cert and --tls-key.",
      "Pass the server's certificate and key as well.",
    );
  }
  if (tlsCertPath === undefined || tlsKeyPath === undefined) {
    throw usage("--tls-cert and --tls-key go together.", "Pass both, or neither.");
  }
  const tls = { cert: readPem(tlsCertPath), key: readPem(tlsKeyPath) };
  try {
    createSecureContext(tls);
  } catch (cause) {
    const hint = "Pass a PEM certificate and its private key.";
    throw usage("--tls-cert and --tls-key can't be used together.", hint, cause);
  }
  return clientCaPath === undefined ? tls : { ...tls, clientCa: readClientCa(clientCaPath) };
}

/** Node accepts any text as a CA and then trusts nobody, so every certificate is checked here. */
function readClientCa(path: string): string {
  const text = readPem(path);
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) {
    const hint = "Pass the PEM certificate of the CA that signs the agents' certificates.";
    throw usage(`${path} contains no certificate.`, hint);
  }
  const incomplete = blocks.map((block) => readCertificate(block, path)).find(lacksIssuer);
  if (!incomplete) return text;
  const name = incomplete.subject.replaceAll("\n", ", ");
  throw usage(
    `${path} contains the certificate of ${name}, but not that of its issuer.`,
    "Add the issuers' certificates up to the root: only a complete chain is trusted.",
  );
}

function readCertificate(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw usage(
      `${path} contains a certificate that can't be read.`,
      "Check that the file is complete.",
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
      "Pass the path of a PEM file that this user can read.",
      cause,
    );
  }
}

function usage(message: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", message, { hint, exit: exitCodes.usage, cause });
}
