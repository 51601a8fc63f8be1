import { generateKeyPairSync } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePlanKey } from "../../../../src/agent/config/parse-plan-key.ts";
import { readAgentConfig } from "../../../../src/agent/config/read-agent-config.ts";
import { readAgentCredentials } from "../../../../src/agent/config/read-agent-credentials.ts";
import { certificatesIn } from "../../../../src/agent/config/read-tls-files.ts";
import { AppError } from "../../../../src/core/errors.ts";
import { fingerprintOf } from "../../../../src/plan/signing-key.ts";
import { authority } from "../../../helpers/authority.ts";
import { hasOpenssl } from "../../../helpers/certificate.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { least, sourceOf } from "./config-folder.ts";

const usage = (message: RegExp) =>
  expect.objectContaining({
    code: "usage",
    kind: "usage",
    message: expect.stringMatching(message),
  });

const { publicKey } = generateKeyPairSync("ed25519");
const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
const raw = Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url");
const base64 = raw.toString("base64");

function credentialsOf(fields: Record<string, string>) {
  const source = sourceOf({ ...least, ...fields });
  return readAgentCredentials(readAgentConfig(source), source.file);
}

function fileOf(content: string | Uint8Array, mode = 0o600): string {
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, content, { mode });
  return path;
}

test("without files there is no pinned key, no TLS material and no warning", () => {
  expect(credentialsOf({})).toEqual({ publicKey: null, tls: {}, warnings: [] });
});

test("a plan key is base64, a PEM public key or the brain's response", () => {
  const answer = JSON.stringify({ algorithm: "ed25519", public_key: base64 });
  for (const text of [base64, `${base64}\n`, pem, `\n${pem}`, answer, ` ${answer}\r\n`]) {
    const { publicKey } = credentialsOf({ verify_key_path: fileOf(text) });
    expect(publicKey).toEqual(raw);
  }
});

test("anything but an Ed25519 public key is refused", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
  const pair = generateKeyPairSync("ed25519");
  for (const text of [
    "",
    base64.slice(4),
    base64.replace("=", ""),
    `${base64}${base64}`,
    rsa.export({ format: "pem", type: "spki" }).toString(),
    pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    JSON.stringify({ algorithm: "rsa", public_key: base64 }),
    JSON.stringify({ error: "not_found" }),
    "{",
  ])
    expect(() => credentialsOf({ verify_key_path: fileOf(text) })).toThrow(
      usage(/^The plan key \S+ contains no Ed25519 public key\.$/),
    );
});

test("any text is a plan key of 32 bytes or none", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json()), (text) => {
      expect(parsePlanKey(text)?.length ?? 32).toBe(32);
    }),
  );
});

test("a fingerprint is written as ssh-keygen writes its own", () => {
  expect(fingerprintOf(raw)).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
});

test("an unreadable file is named in the error", () => {
  const absent = join(temporaryFolder(), "absent");
  for (const [field, what] of [
    ["verify_key_path", "The plan key"],
    ["ca_cert_path", "The CA certificate"],
  ] as const)
    expect(() => credentialsOf({ [field]: absent })).toThrow(
      usage(new RegExp(`^${what} ${absent} can't be used: it does not exist`)),
    );
});

test("a config with an API key that every user may read gives one warning", () => {
  const source = sourceOf(least);
  chmodSync(source.file!, 0o644);
  const { warnings } = readAgentCredentials(readAgentConfig(source), source.file);
  expect(warnings).toEqual([expect.stringMatching(/agent\.json contains an API key.*chmod 600/)]);
  const keyless = sourceOf({ brain_url: least.brain_url }, { env: { SERVICE_API_KEY: "iq_a" } });
  chmodSync(keyless.file!, 0o644);
  expect(readAgentCredentials(readAgentConfig(keyless), keyless.file).warnings).toEqual([]);
});

test("any bytes are certificates or one clear error", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const body = Buffer.from(bytes).toString("base64");
      const block = `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`;
      for (const text of [Buffer.from(bytes), Buffer.from(block)])
        try {
          certificatesIn(text, "The file");
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
    }),
  );
});

test.skipIf(!hasOpenssl)(
  "a CA file may contain several certificates; a client pair must match",
  () => {
    const folder = temporaryFolder();
    const [ours, other] = [authority(folder, "ours"), authority(folder, "other")];
    const [client, stranger] = [ours.sign("web1"), other.sign("web2")];
    const bundle = fileOf(Buffer.concat([ours.cert, other.cert]));
    expect(certificatesIn(Buffer.concat([ours.cert, other.cert]), "The file")).toHaveLength(2);
    const paths = { client_cert_path: client.certPath, client_key_path: client.keyPath };
    expect(credentialsOf({ ca_cert_path: bundle, ...paths })).toEqual({
      publicKey: null,
      tls: { ca: Buffer.concat([ours.cert, other.cert]), cert: client.cert, key: client.key },
      warnings: [],
    });

    const broken = (over: Record<string, string>) => () => credentialsOf({ ...paths, ...over });
    expect(broken({ client_key_path: stranger.keyPath })).toThrow(
      usage(/does not match the client/),
    );
    expect(broken({ client_key_path: client.certPath })).toThrow(usage(/contains no private key/));
    expect(broken({ client_cert_path: client.keyPath })).toThrow(usage(/contains no certificate/));
    const torn = ours.cert.toString().replace(/\n[^\n]{20}/, "\nAAAAAAAAAAAAAAAAAAAA");
    expect(broken({ ca_cert_path: fileOf(torn) })).toThrow(usage(/an invalid certificate/));

    chmodSync(client.keyPath, 0o644);
    expect(credentialsOf(paths).warnings).toEqual([
      expect.stringMatching(/client key .*chmod 600/),
    ]);
  },
);

test.skipIf(!hasOpenssl)("a key with a passphrase is distinguished from garbage", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const locked = privateKey
    .export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "x" })
    .toString();
  const folder = temporaryFolder();
  const { certPath } = authority(folder, "any");
  const paths = { client_cert_path: certPath, client_key_path: fileOf(locked) };
  expect(() => credentialsOf(paths)).toThrow(usage(/encrypted with a passphrase/));
});
