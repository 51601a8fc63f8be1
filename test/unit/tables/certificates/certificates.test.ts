import fc from "fast-check";
import { expect, test } from "vitest";
import { certificates } from "../../../../src/tables/certificates/certificates.ts";
import { parseCertificates, signingAlgorithm } from "../../../../src/tables/parsers/x509.ts";
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

test("any bytes are certificates or none", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(parseCertificates(Buffer.from([0x30, ...bytes]))).toEqual([]);
      const name = signingAlgorithm(Buffer.from(bytes));
      expect(name === null || typeof name === "string").toBe(true);
    }),
  );
});
