import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readTls } from "../../../../src/compose/backend/read-tls.ts";
import { type Authority, authority } from "../../../helpers/authority.ts";
import { hasOpenssl } from "../../../helpers/certificate.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

describe.skipIf(!hasOpenssl)("the files of the TLS flags", () => {
  let folder: string;
  let company: Authority;
  let own: { tlsCertPath: string; tlsKeyPath: string };
  beforeEach(() => {
    folder = temporaryFolder();
    company = authority(folder, "company");
    const { certPath, keyPath } = company.sign("server");
    own = { tlsCertPath: certPath, tlsKeyPath: keyPath };
  });

  const file = (content: string | Buffer) => {
    const path = join(folder, "given.pem");
    writeFileSync(path, content);
    return path;
  };
  const usage = (message: RegExp) =>
    expect.objectContaining({
      code: "usage",
      kind: "usage",
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
  const refusal = (paths: Parameters<typeof readTls>[0]) => {
    try {
      return readTls(paths);
    } catch (error) {
      return error;
    }
  };

  test("no file means HTTP, two mean TLS, three require client certificates", () => {
    expect(readTls({})).toBeUndefined();
    expect(Object.keys(readTls(own) ?? {})).toEqual(["cert", "key"]);
    const { certPath } = company;
    expect(readTls({ ...own, clientCaPath: certPath })?.clientCa).toBe(
      readFileSync(certPath, "utf8"),
    );
  });

  test("missing flags are reported", () => {
    const clientCaPath = company.certPath;
    expect(refusal({ clientCaPath })).toEqual(usage(/^--client-ca needs --tls-cert and --tls-key/));
    expect(refusal({ tlsCertPath: own.tlsCertPath })).toEqual(usage(/go together/));
    const { keyPath } = company.sign("other");
    expect(refusal({ ...own, tlsKeyPath: keyPath })).toEqual(usage(/can't be used together/));
  });

  test("a client CA file without a certificate is refused in one sentence", () => {
    const certificate = readFileSync(company.certPath, "utf8");
    const key = readFileSync(company.keyPath);
    const spoilt = certificate.replace(/\n[^-\n]{20}/, "\nAAAAAAAAAAAAAAAAAAAA");
    for (const [content, message] of [
      ["", /^--client-ca: \S+ contains no certificate\.$/],
      ["hello", /^--client-ca: \S+ contains no certificate\.$/],
      [key, /^--client-ca: \S+ contains no certificate\.$/],
      [certificate.slice(0, 200), /^--client-ca: \S+ contains no certificate\.$/],
      [spoilt, /^--client-ca: \S+ contains a certificate that can't be read\.$/],
      [certificate + spoilt, /^--client-ca: \S+ contains a certificate that can't be read\.$/],
    ] as const)
      expect(refusal({ ...own, clientCaPath: file(content) })).toEqual(usage(message));
    const missing = join(folder, "missing.pem");
    expect(refusal({ ...own, clientCaPath: missing })).toEqual(
      usage(/^--client-ca: \S+ can't be read/),
    );
    expect(refusal({ ...own, clientCaPath: folder })).toEqual(
      usage(/^--client-ca: \S+ can't be read/),
    );
  });

  test("an intermediate CA without its root would trust nobody, and is refused", () => {
    const unit = company.intermediate("unit");
    const alone = refusal({ ...own, clientCaPath: file(unit.cert) });
    expect(alone).toEqual(
      usage(/^--client-ca: \S+ contains the certificate of CN=unit, but not .+\.$/),
    );
    const whole = file(Buffer.concat([unit.cert, company.cert]));
    expect(readTls({ ...own, clientCaPath: whole })?.clientCa).toContain("BEGIN CERTIFICATE");
  });
});
