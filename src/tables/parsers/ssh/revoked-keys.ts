import { describeBlob, parsePublicKey, wireReader } from "./key.ts";

/** What a list of revoked keys names. */
export interface RevokedKeys {
  /** Fingerprints of keys: "SHA256:…". */
  keys: string[];
  /**
   * Fingerprints of the authorities of whose certificates some are revoked by their serial number or
   * identity; "" stands for every authority.
   */
  authorities: string[];
  /** Whether it names keys by SHA-1, which can't be compared. */
  hasOthers: boolean;
}

const magic = Buffer.from("SSHKRL\n\0", "latin1");
const sections = { certificates: 1, keys: 2, sha1: 3, signature: 4, sha256: 5 } as const;

/**
 * Reads the file of RevokedKeys: one public key per line, or a key revocation list (OpenSSH's
 * PROTOCOL.krl); undefined if it is a broken one, for which sshd refuses every key.
 */
export function parseRevokedKeys(bytes: Buffer): RevokedKeys | undefined {
  if (!bytes.subarray(0, magic.length).equals(magic)) return parseLines(bytes.toString("utf8"));
  try {
    return parseSections(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function parseLines(text: string): RevokedKeys {
  const keys = text
    .split("\n")
    .filter((line) => !line.trim().startsWith("#"))
    .flatMap((line) => line.trim().split(/\s+/).slice(0, 2).slice(-1))
    .flatMap((field) => parsePublicKey(field)?.fingerprint ?? []);
  return { keys, authorities: [], hasOthers: false };
}

function parseSections(bytes: Buffer): RevokedKeys {
  const found: RevokedKeys = { keys: [], authorities: [], hasOthers: false };
  const reader = wireReader(bytes);
  // magic, format version, version, date and flags
  reader.skip(magic.length + 4 + 8 + 8 + 8);
  reader.string(); // reserved
  reader.string(); // comment
  while (reader.left() > 0) {
    const kind = reader.byte();
    const section = reader.string();
    if (kind === sections.certificates) found.authorities.push(authorityOf(section));
    else if (kind === sections.keys)
      found.keys.push(...stringsIn(section).flatMap((key) => describeBlob(key)?.fingerprint ?? []));
    else if (kind === sections.sha256)
      found.keys.push(...stringsIn(section).map((hash) => `SHA256:${unpadded(hash)}`));
    else if (kind !== sections.signature) found.hasOthers = true;
  }
  return found;
}

function authorityOf(section: Buffer): string {
  const authority = wireReader(section).string();
  return authority.length === 0 ? "" : (describeBlob(authority)?.fingerprint ?? "");
}

function stringsIn(section: Buffer): Buffer[] {
  const reader = wireReader(section);
  const found: Buffer[] = [];
  while (reader.left() > 0) found.push(reader.string());
  return found;
}

const unpadded = (hash: Buffer) => hash.toString("base64").replace(/=+$/, "");
