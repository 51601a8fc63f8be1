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
  expect(parsePrivateKey(text)).toEqual({ encrypted: true, publicKey: undefined, pemKind: "ec" });
});

test("public keys, certificates and notes are no private keys", () => {
  for (const text of [
    "ssh-ed25519 AAAA",
    "-----BEGIN CERTIFICATE-----\n",
    "-----BEGIN PUBLIC KEY-----\n",
    "",
  ])
    expect(parsePrivateKey(text)).toBeUndefined();
});

test("any body is read without an error", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom("OPENSSH ", "RSA ", ""),
      (bytes, kind) => {
        const body = Buffer.concat([Buffer.from("openssh-key-v1\0"), bytes]).toString("base64");
        parsePrivateKey(
          `-----BEGIN ${kind}PRIVATE KEY-----\n${body}\n-----END ${kind}PRIVATE KEY-----\n`,
        );
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
