import type { GapReader } from "../host/gap-reader.ts";
import { once } from "../host/once.ts";
import type { Host } from "../host/port.ts";
import {
  type CertificateDescription,
  describeCertificates,
  type KnownCertificates,
} from "../parsers/certificates/x509.ts";

export const maxFileBytes = 4 << 20;

/** The certificates of a file; none when it is absent or unreadable. */
export function readCertificates(read: GapReader, path: string): CertificateDescription[] {
  const bytes = read.bytes(path, maxFileBytes);
  return bytes ? certificatesIn(read.host, bytes) : [];
}

/** Each certificate is parsed once per collection, however many files have it. */
export const certificatesIn = (host: Host, bytes: Buffer): CertificateDescription[] =>
  describeCertificates(bytes, once(host, noneKnown));

const noneKnown = (): KnownCertificates => new Map();
