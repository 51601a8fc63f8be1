import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { certificates } from "../../../../src/tables/certificates/certificates.ts";
import {
  describeCertificates,
  signatureOf,
} from "../../../../src/tables/parsers/certificates/x509.ts";
import { readExtensions } from "../../../../src/tables/parsers/certificates/x509-extensions.ts";
import { hasOpenssl } from "../../../helpers/certificate.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { recordedHost, temporaryHost } from "../../../helpers/host.ts";

const debian = recordedHost("system-debian");

test("a file that the statement names is read, wherever it is", async () => {
  const [known] = (await certificates.collect(debian)).rows;
  const read = (path: string) => certificates.input?.read(debian, path, () => {});
  expect(read(String(known?.path))).toMatchObject([
    { common_name: "Test Root", path: known?.path },
  ]);
  expect(read("/srv/none.pem")).toEqual([]);
});

test("certificates of the trust store and of servers are listed once, other files are skipped", async () => {
  const { rows, gaps } = await certificates.collect(debian);
  expect(rows).toMatchObject([
    {
      common_name: "Test Root",
      basic_constraints: "CA:TRUE",
      key_usage: null,
      subject_key_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      subject: "/CN=Test Root",
      ca: 1,
      self_signed: 1,
      key_algorithm: "id-ecPublicKey",
      key_strength: "prime256v1",
      signing_algorithm: "ecdsa-with-SHA256",
      store: "system",
    },
    {
      common_name: "old.example",
      issuer: "/C=AT/CN=old.example",
      key_algorithm: "rsaEncryption",
      key_strength: "1024",
      signing_algorithm: "sha1WithRSAEncryption",
      path: "/etc/nginx/old.crt",
      store: "nginx",
    },
  ]);
  expect(rows).toHaveLength(2);
  expect(Number(rows[1]?.not_valid_after) - Number(rows[1]?.not_valid_before)).toBe(86_400);
  expect(gaps).toEqual([]);
});

test("a machine without stores has no certificates, a closed file is a gap", async () => {
  expect(await certificates.collect(temporaryHost({}))).toEqual({ rows: [], gaps: [] });
  const { gaps } = await certificates.collect(
    closePaths(debian, (path) => path.endsWith("old.crt")),
  );
  expect(gaps).toEqual([{ reason: "denied", detail: "/etc/nginx/old.crt: permission denied" }]);
});

test.skipIf(!hasOpenssl).each([
  [
    "SHA-1, which RSA-PSS takes where none is named",
    ["-sha1", "-sigopt", "rsa_padding_mode:pss"],
    "sha1",
  ],
  ["SHA-384 of RSA-PSS", ["-sha384", "-sigopt", "rsa_padding_mode:pss"], "sha384"],
  ["SHA-256", ["-sha256"], "sha256"],
])("the hash of a signature: %s", (_, options, hash) => {
  const request = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    "/dev/null",
    "-subj",
    "/CN=a",
  ];
  const { stdout } = spawnSync("openssl", [...request, ...options]);
  const [made] = describeCertificates(stdout);
  expect(made?.signing_hash).toBe(hash);
});

test("any bytes are certificates or none", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(describeCertificates(Buffer.from([0x30, ...bytes]))).toEqual([]);
      readExtensions(Buffer.from([0x30, bytes.length, ...bytes]));
      const { algorithm: name } = signatureOf(Buffer.from(bytes));
      expect(name === null || typeof name === "string").toBe(true);
    }),
  );
});
