import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";
import { describeCertificates } from "../parsers/certificates/x509.ts";

const folder = "/sys/firmware/efi/efivars";
/** The vendor GUID of both databases (UEFI specification, 32.6). */
const databaseGuid = "d719b2cb-3d3a-4596-a3bc-dad00e67656f";
const maxBytes = 1 << 20;
/** An efivars file starts with the variable's attributes. */
const attributeBytes = 4;

/** One row per certificate that Secure Boot trusts, or that it no longer trusts. */
export const secureBootCertificates: CollectedTable = {
  name: "secureboot_certificates",
  description: "Certificates that Secure Boot trusts or has revoked.",
  platforms: ["linux"],
  columns: linuxColumns("secureboot_certificates"),
  collect(host) {
    const read = gapReader(host);
    const rows = [
      ...certificatesOf(read, "db").map((row) => ({ ...row, revoked: 0 })),
      ...certificatesOf(read, "dbx").map((row) => ({ ...row, revoked: 1 })),
    ];
    return { rows, gaps: read.gaps };
  },
};

function certificatesOf(read: GapReader, database: string): Row[] {
  const path = `${folder}/${database}-${databaseGuid}`;
  const variable = read.bytes(path, maxBytes)?.subarray(attributeBytes);
  return (variable ? certificatesIn(variable) : []).flatMap((der) =>
    describeCertificates(der).map(({ ca, ...described }) => ({ ...described, is_ca: ca, path })),
  );
}

/** EFI_CERT_X509_GUID, as it lies in memory. */
const x509 = Buffer.from("a159c0a5e494a74a87b5ab155c2bf072", "hex");
const listHeaderBytes = 28;
const ownerBytes = 16;

/** The X.509 entries of signature lists (UEFI specification, 32.4.1); others are digests. */
export function certificatesIn(lists: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  while (at + listHeaderBytes <= lists.length) {
    const listSize = lists.readUInt32LE(at + 16);
    const entrySize = lists.readUInt32LE(at + 24);
    const end = Math.min(at + listSize, lists.length);
    if (listSize < listHeaderBytes || entrySize <= ownerBytes) break;
    const isX509 = lists.subarray(at, at + 16).equals(x509);
    let entry = at + listHeaderBytes + lists.readUInt32LE(at + 20);
    for (; isX509 && entry + entrySize <= end; entry += entrySize)
      found.push(lists.subarray(entry + ownerBytes, entry + entrySize));
    at = end;
  }
  return found;
}
