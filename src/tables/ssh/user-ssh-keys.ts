import { type Account, readAccounts } from "../accounts/local-accounts.ts";
import { listSshFiles, readUserBytes, readUserFile } from "../accounts/user-files.ts";
import { withOpenDirectory } from "../accounts/with-open-directory.ts";
import { distinctGaps } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { type PublicKey, parsePublicKey } from "../parsers/ssh/key.ts";
import { type PrivateKeyFile, parsePrivateKey } from "../parsers/ssh/private-key.ts";

/** One row per private key in a user's ~/.ssh: its public half and fingerprint, never the key. */
export const userSshKeys: CollectedTable = {
  name: "user_ssh_keys",
  description: "Private SSH keys in users' homes: type, passphrase protection, public half.",
  platforms: ["linux", "darwin"],
  columns: {
    uid: "BIGINT",
    path: "TEXT",
    encrypted: "INTEGER",
    key_type: "TEXT",
    key_group_name: "TEXT",
    key_length: "INTEGER",
    key_security_bits: "INTEGER",
    username: "TEXT",
    fingerprint: "TEXT",
    public_key: "TEXT",
    mode: "TEXT",
  },
  collect: byPlatform({ linux: collectFiles, darwin: withOpenDirectory(collectFiles) }),
};

function collectFiles(host: Host): Collected {
  const read = gapReader(host);
  const rows = readAccounts(host).flatMap((user) =>
    listSshFiles(read, user)
      .filter((path) => !path.endsWith(".pub") && isFile(host, path))
      .flatMap((path) => keyRows(read, user, path)),
  );
  return { rows, gaps: distinctGaps(read.gaps) };
}

/** ~/.ssh also contains sockets of agents and connections. */
function isFile(host: Host, path: string): boolean {
  try {
    return host.stat(path).isFile();
  } catch {
    return true; // the read reports why
  }
}

function keyRows(read: GapReader, user: Account, path: string): Row[] {
  const bytes = readUserBytes(read, user, path);
  const key = bytes && parsePrivateKey(bytes);
  if (!key) return [];
  const publicKey = key.publicKey ?? readSibling(read, user, path);
  return [
    {
      uid: user.uid,
      path,
      encrypted: Number(key.encrypted),
      ...describeKey(key, publicKey),
      username: user.name,
      fingerprint: publicKey?.fingerprint ?? null,
      public_key: publicKey ? `${publicKey.algorithm} ${publicKey.base64}` : null,
      mode: (read.host.stat(path).mode & 0o7777).toString(8).padStart(4, "0"),
    },
  ];
}

/** An encrypted PEM key hides its public half; ssh-keygen writes it to a .pub file beside it. */
function readSibling(read: GapReader, user: Account, path: string): PublicKey | undefined {
  const text = readUserFile(read, user, `${path}.pub`);
  return parsePublicKey(text?.trim().split(/\s+/)[1] ?? "");
}

function describeKey(key: PrivateKeyFile, publicKey: PublicKey | undefined) {
  const kind = publicKey ? shortKind(publicKey.algorithm) : (key.pemKind ?? null);
  const bits = publicKey?.bits ?? null;
  return {
    key_type: kind,
    key_group_name: publicKey ? groupName(publicKey.algorithm) : null,
    key_length: bits,
    key_security_bits: bits === null ? null : securityBits(kind, bits),
  };
}

/** "rsa", "dsa", "ec", "ed25519", with "-sk" when the private half is in a FIDO token. */
function shortKind(algorithm: string): string {
  const kind = /rsa|dss|ecdsa|ed25519/.exec(algorithm)?.[0] ?? algorithm;
  const name = { dss: "dsa", ecdsa: "ec" }[kind] ?? kind;
  return algorithm.startsWith("sk-") ? `${name}-sk` : name;
}

const groupName = (algorithm: string) => /nistp\d+|ed25519/.exec(algorithm)?.[0] ?? "";

/** NIST SP 800-57 part 1, table 2: comparable strength of factoring and curve keys. */
function securityBits(kind: string | null, bits: number): number {
  if (kind !== "rsa" && kind !== "dsa") return Math.floor(bits / 2);
  const steps = [
    [15_360, 256],
    [7680, 192],
    [4096, 152],
    [3072, 128],
    [2048, 112],
    [1024, 80],
  ] as const;
  return steps.find(([length]) => bits >= length)?.[1] ?? 0;
}
