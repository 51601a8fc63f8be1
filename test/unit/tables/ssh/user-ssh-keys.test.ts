import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePrivateKey } from "../../../../src/tables/parsers/ssh/private-key.ts";
import { userSshKeys } from "../../../../src/tables/ssh/user-ssh-keys.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

/** By file, as ssh-keygen -l prints them. */
const fingerprints = {
  plain: "SHA256:w6ko88j+xubmarI+QPdg/KKfchxJSwinK4Q31Vqw8bM",
  locked: "SHA256:gwW5kfim2pu3QpMT77xRDPMEDBjHO5DQm20ENMBm7t8",
  rsa: "SHA256:jHUrrYxoNvt25oz0JMFQiGwB1JUgqvWnKC5PM+6w2dM",
  work: "SHA256:spqamXDp29HLgbD66xUa4dnUZi4PewBOoKYGyqNR7Gc",
  deploy: "SHA256:uaHKLAe78t7ldHhy7xsIaikY6niT+IB+kXX5YQUDGoU",
};

test("private keys with their public half, read even under a passphrase where the format shows it", async () => {
  const { rows } = await collectOf(userSshKeys, server);
  expect(
    pick(rows, "username", "path", "encrypted", "key_type", "key_length", "fingerprint"),
  ).toEqual([
    {
      username: "alice",
      path: "/home/alice/.ssh/id_ed25519",
      encrypted: 0,
      key_type: "ed25519",
      key_length: 256,
      fingerprint: fingerprints.plain,
    },
    {
      username: "alice",
      path: "/home/alice/.ssh/id_locked",
      encrypted: 1,
      key_type: "ed25519",
      key_length: 256,
      fingerprint: fingerprints.locked,
    },
    {
      username: "bob",
      path: "/home/bob/.ssh/deploy",
      encrypted: 0,
      key_type: "ec",
      key_length: 384,
      fingerprint: fingerprints.deploy,
    },
    {
      username: "bob",
      path: "/home/bob/.ssh/id_rsa",
      encrypted: 0,
      key_type: "rsa",
      key_length: 1024,
      fingerprint: fingerprints.rsa,
    },
    {
      username: "bob",
      path: "/home/bob/.ssh/work",
      encrypted: 1,
      key_type: "rsa",
      key_length: 2048,
      fingerprint: fingerprints.work,
    },
  ]);
});

test("no private part leaves the table", async () => {
  const { rows } = await collectOf(userSshKeys, server);
  expect(JSON.stringify(rows)).not.toContain("PRIVATE");
  for (const row of rows) expect(String(row.public_key).length).toBeLessThan(500);
});

test("an encrypted PEM key without its .pub shows only its type", () => {
  const text =
    "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAA==\n-----END EC PRIVATE KEY-----\n";
  expect(parsePrivateKey(Buffer.from(text))).toEqual({
    encrypted: true,
    publicKey: undefined,
    pemKind: "ec",
  });
});

const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pkcs8 = (passphrase?: string) =>
  pair.privateKey
    .export({
      format: "pem",
      type: "pkcs8",
      ...(passphrase && { cipher: "aes-256-cbc", passphrase }),
    })
    .toString();

test("a PKCS #8 key with a passphrase is encrypted, one without is not", () => {
  expect(parsePrivateKey(Buffer.from(pkcs8("secret")))).toEqual({
    encrypted: true,
    publicKey: undefined,
    pemKind: undefined,
  });
  expect(parsePrivateKey(Buffer.from(pkcs8()))).toMatchObject({
    encrypted: false,
    publicKey: { algorithm: "ecdsa-sha2-nistp256" },
  });
});

test("of several keys in a file, one without a passphrase counts", () => {
  const both = `-----BEGIN CERTIFICATE-----\n${pkcs8("secret")}\n${pkcs8()}`;
  expect(parsePrivateKey(Buffer.from(both))?.encrypted).toBe(false);
});

test("the key of SSH Communications' format is encrypted unless its cipher is none", () => {
  const ssh2 = (cipher: string) => {
    const body = wire(Buffer.from("3f6ff9eb00000000", "hex"), "if-modn{sign{rsa}}", cipher);
    return Buffer.from(
      `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "a \\\n key"\n${body}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----\n`,
    );
  };
  expect(parsePrivateKey(ssh2("3des-cbc"))?.encrypted).toBe(true);
  expect(parsePrivateKey(ssh2("none"))?.encrypted).toBe(false);
});

function wire(start: Buffer, ...strings: string[]): string {
  const parts = strings.flatMap((text) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    return [length, Buffer.from(text)];
  });
  return Buffer.concat([start, ...parts]).toString("base64");
}

test("public keys, certificates and notes are no private keys", () => {
  for (const text of [
    "ssh-ed25519 AAAA",
    "-----BEGIN CERTIFICATE-----\n",
    "-----BEGIN PUBLIC KEY-----\n",
    "",
  ])
    expect(parsePrivateKey(Buffer.from(text))).toBeUndefined();
});

test("any body is read without an error", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom("OPENSSH ", "RSA ", ""),
      (bytes, kind) => {
        const body = Buffer.concat([Buffer.from("openssh-key-v1\0"), bytes]).toString("base64");
        const label = `${kind}PRIVATE KEY`;
        parsePrivateKey(Buffer.from(`-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`));
      },
    ),
  );
});

test("an unreadable folder is a gap, an absent one is empty", async () => {
  const { rows, gaps } = await collectOf(userSshKeys, denyingHost(server, "/home/bob/.ssh"));
  expect(new Set(rows.map((row) => row.username))).toEqual(new Set(["alice"]));
  expect(gaps).toEqual([{ reason: "denied", detail: "/home/bob/.ssh: permission denied" }]);
  expect(await collectOf(userSshKeys, bare)).toEqual({ rows: [], gaps: [] });
});
