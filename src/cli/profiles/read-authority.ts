import { X509Certificate } from "node:crypto";
import type { Stats } from "node:fs";
import { readRegularFile } from "../../core/files/read-regular-file.ts";
import { usageError } from "../errors/usage-error.ts";

/** Larger than any chain of certificates; protects against a wrong path. */
const maxBytes = 1 << 20;

/** The certificates of authorities in a PEM file. */
export function readAuthority(path: string): string {
  const pem = read(path);
  try {
    new X509Certificate(pem);
    return pem;
  } catch {
    throw usageError(
      `${path} is not a certificate.`,
      "Pass the certificate of the authority that signed the server's, PEM.",
    );
  }
}

function read(path: string): string {
  const refuseLarge = ({ size }: Stats) => {
    if (size > maxBytes) throw new Error("larger than 1 MiB");
  };
  try {
    return readRegularFile(path, refuseLarge).toString("utf8");
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw usageError(`${path} can't be read (${why}).`, "Check the value of --ca-cert.");
  }
}
