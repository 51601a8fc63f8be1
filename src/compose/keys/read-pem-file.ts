import { X509Certificate } from "node:crypto";
import { AppError } from "../../core/errors.ts";
import { readRegularFile } from "../../core/files/read-regular-file.ts";

/** A file that the value of a flag names. */
export interface FlagFile {
  /** The flag, for error messages: `--tls-cert`. */
  flag: string;
  path: string;
}

export interface CaFile {
  /** The whole file. */
  pem: string;
  certificates: X509Certificate[];
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export function readPemFile({ flag, path }: FlagFile): string {
  try {
    return readRegularFile(path).toString("utf8");
  } catch (cause) {
    const hint = "Pass the path of a PEM file that this user can read.";
    throw usage(`${flag}: ${path} can't be read.`, { hint, cause });
  }
}

/**
 * Reads a file of CA certificates. Node accepts any text as a CA and then trusts nobody, so every
 * certificate is parsed here.
 */
export function readCaFile(file: FlagFile, hint: string): CaFile {
  const { flag, path } = file;
  const pem = readPemFile(file);
  const blocks = pem.match(certificateBlock) ?? [];
  if (blocks.length === 0) throw usage(`${flag}: ${path} contains no certificate.`, { hint });
  try {
    return { pem, certificates: blocks.map((block) => new X509Certificate(block)) };
  } catch (cause) {
    const message = `${flag}: ${path} contains a certificate that can't be read.`;
    throw usage(message, { hint: "Check that the file is complete.", cause });
  }
}

function usage(message: string, options: { hint: string; cause?: unknown }): AppError {
  return new AppError("usage", message, { ...options, kind: "usage" });
}
