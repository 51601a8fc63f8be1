import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSshCertificate } from "../../../../../src/tables/parsers/ssh/certificate.ts";
import { certificates } from "../../../../helpers/ssh-certificates.ts";

test("whom a certificate lets in, from when to when, and who signed it, as ssh-keygen -L has it", () => {
  expect(parseSshCertificate(certificates.user)).toEqual({
    algorithm: "ssh-ed25519-cert-v01@openssh.com",
    kind: "user",
    fingerprint: "SHA256:iWwi9QT1ggJT2fZHbZueG40q211PPBbxqXtUNCrXKRc",
    authorityFingerprint: "SHA256:EMAU1NKPUXfViX9q9UZVBQe7kjpQooB02xnhDUu/d9g",
    principals: ["alice", "deploy"],
    validAfter: Date.UTC(2026, 0, 1) / 1000,
    validBefore: Date.UTC(2027, 0, 1) / 1000,
    criticalOptions: new Map(),
  });
});

test("one without limits is for any name and never ends", () => {
  expect(parseSshCertificate(certificates.unlimited)).toMatchObject({
    fingerprint: "SHA256:ssGzhoLIpG04NHKl617DXg58AwUvjf8RN30962YDzvg",
    principals: [],
    validAfter: 0,
    validBefore: Number.MAX_SAFE_INTEGER,
  });
});

test("a host's certificate is told from a user's", () => {
  expect(parseSshCertificate(certificates.host)).toMatchObject({
    kind: "host",
    principals: ["web-1"],
  });
});

test("a plain key and a key under another name are no certificates", () => {
  const renamed = certificates.user.replace("ssh-ed25519-cert", "ssh-rsa-cert");
  for (const text of ["ssh-ed25519 AAAA alice", renamed, ""])
    expect(parseSshCertificate(text)).toBeUndefined();
});

test("a certificate cut anywhere is none, and no error", () => {
  const [name, base64 = ""] = certificates.user.split(" ");
  const blob = Buffer.from(base64, "base64");
  fc.assert(
    fc.property(fc.nat({ max: 230 }), (length) => {
      const cut = `${name} ${blob.subarray(0, length).toString("base64")}`;
      expect(parseSshCertificate(cut)).toBeUndefined();
    }),
  );
});
