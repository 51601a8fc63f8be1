import type { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { AppError } from "../../core/errors.ts";
import type { Tls } from "../../server/http/tls.ts";
import { readCaFile, readPemFile } from "../keys/read-pem-file.ts";
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
  const tls = {
    cert: readPemFile({ flag: "--tls-cert", path: tlsCertPath }),
    key: readPemFile({ flag: "--tls-key", path: tlsKeyPath }),
  };
  try {
    createSecureContext(tls);
  } catch (cause) {
    const hint = "Pass a PEM certificate and its private key.";
    throw usage("--tls-cert and --tls-key can't be used together.", hint, cause);
  }
  return clientCaPath === undefined ? tls : { ...tls, clientCa: readClientCa(clientCaPath) };
}

function readClientCa(path: string): string {
  const hint = "Pass the PEM certificate of the CA that signs the agents' certificates.";
  const { pem, certificates } = readCaFile({ flag: "--client-ca", path }, hint);
  const incomplete = certificates.find(lacksIssuer);
  if (!incomplete) return pem;
  const name = incomplete.subject.replaceAll("\n", ", ");
  throw usage(
    `--client-ca: ${path} contains the certificate of ${name}, but not that of its issuer.`,
    "Add the issuers' certificates up to the root: only a complete chain is trusted.",
  );
}

function lacksIssuer(certificate: X509Certificate, _at: number, all: X509Certificate[]): boolean {
  return !all.some((issuer) => certificate.checkIssued(issuer));
}

function usage(message: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", message, { hint, kind: "usage", cause });
}
