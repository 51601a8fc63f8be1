import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  certificatesIn,
  secureBootCertificates,
} from "../../../../src/tables/security/secureboot-certificates.ts";
import { collectOf, collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const x509 = "a159c0a5e494a74a87b5ab155c2bf072";
const sha256 = "2616c4c14c509240aca941f936934328";
const guid = "d719b2cb-3d3a-4596-a3bc-dad00e67656f";

/** A signature list of entries of one size, each with an owner before it. */
function signatureList(type: string, entries: Buffer[]): Buffer {
  const entrySize = 16 + (entries[0]?.length ?? 0);
  const header = Buffer.alloc(28);
  header.write(type, "hex");
  header.writeUInt32LE(28 + entries.length * entrySize, 16);
  header.writeUInt32LE(entrySize, 24);
  return Buffer.concat([header, ...entries.flatMap((entry) => [Buffer.alloc(16, 7), entry])]);
}

/** The root certificate of the recorded machine. */
const pem = readFileSync(
  new URL("../../../fixtures/hosts/system-debian/etc/ssl/certs/root.pem", import.meta.url),
);
const der = new X509Certificate(pem).raw;
const attributes = Buffer.from([0x27, 0, 0, 0]);
const variable = (...lists: Buffer[]) => Buffer.concat([attributes, ...lists]);

test("certificates that are trusted, and those that are revoked, but no digests", async () => {
  const host = temporaryHost({
    [`/sys/firmware/efi/efivars/db-${guid}`]: variable(
      signatureList(sha256, [Buffer.alloc(32), Buffer.alloc(32)]),
      signatureList(x509, [der]),
    ),
    [`/sys/firmware/efi/efivars/dbx-${guid}`]: variable(signatureList(x509, [der])),
  });
  expect(await collectRows(secureBootCertificates, host)).toMatchObject([
    { common_name: "Test Root", is_ca: 1, revoked: 0, path: expect.stringContaining("/db-") },
    { common_name: "Test Root", revoked: 1, path: expect.stringContaining("/dbx-") },
  ]);
});

test("a list that is cut off or broken ends the search", () => {
  const list = signatureList(x509, [der]);
  expect(certificatesIn(list.subarray(0, list.length - 1))).toEqual([]);
  expect(certificatesIn(Buffer.alloc(64))).toEqual([]);
  expect(certificatesIn(Buffer.concat([list, Buffer.from("rest")]))).toEqual([der]);
});

test("a machine that booted without UEFI has no rows", async () => {
  expect(await collectOf(secureBootCertificates, temporaryHost({}))).toEqual({
    rows: [],
    gaps: [],
  });
});
