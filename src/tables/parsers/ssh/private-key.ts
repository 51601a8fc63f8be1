import { describeBlob, type PublicKey, publicKeyOfPem, wireReader } from "./key.ts";

/**
 * The parts of a private key file that are readable without a passphrase. Private parts are never
 * stored.
 */
export interface PrivateKeyFile {
  encrypted: boolean;
  /** undefined when the file lacks an unencrypted public half. */
  publicKey: PublicKey | undefined;
  /** The key type in the PEM header: "rsa", "dsa", "ec"; undefined for other headers. */
  pemKind: string | undefined;
}

const header = /^-----BEGIN (?:((?!ENCRYPTED)[A-Z0-9]+) )?(ENCRYPTED )?PRIVATE KEY-----/m;

/** The private key in a file's text, or undefined when it holds none. */
export function parsePrivateKey(text: string): PrivateKeyFile | undefined {
  if (text.startsWith("PuTTY-User-Key-File-")) return parsePutty(text);
  const found = header.exec(text);
  if (!found) return undefined;
  if (found[1] === "OPENSSH") return parseOpenssh(text);
  const encrypted = found[2] !== undefined || /^Proc-Type: *4, *ENCRYPTED/m.test(text);
  const publicKey = encrypted ? undefined : publicKeyOfPem(text.slice(found.index));
  return { encrypted, publicKey, pemKind: found[1]?.toLowerCase() };
}

const opensshHeader = "-----BEGIN OPENSSH PRIVATE KEY-----";

/**
 * OpenSSH's PROTOCOL.key: magic, cipher, key derivation, count, then the public half, unencrypted
 * even with a passphrase.
 */
function parseOpenssh(text: string): PrivateKeyFile | undefined {
  const start = text.indexOf(opensshHeader) + opensshHeader.length;
  const body = text.slice(start, text.indexOf("-----END", start));
  const bytes = Buffer.from(body, "base64");
  const magic = "openssh-key-v1\0";
  if (bytes.subarray(0, magic.length).toString("latin1") !== magic) return undefined;
  try {
    const reader = wireReader(bytes.subarray(magic.length));
    const cipher = reader.string().toString("latin1");
    reader.string(); // key derivation
    reader.string(); // its options
    reader.uint32(); // number of keys: always 1
    const publicKey = describeBlob(reader.string());
    return { encrypted: cipher !== "none", publicKey, pemKind: undefined };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** PuTTY's format also has an unencrypted public half. */
function parsePutty(text: string): PrivateKeyFile {
  const encrypted = !/^Encryption: *none *\r?$/m.test(text);
  const [, count = "0", rest = ""] = /^Public-Lines: *(\d{1,4})\r?\n([\s\S]*)$/m.exec(text) ?? [];
  const blob = Buffer.from(rest.split("\n").slice(0, Number(count)).join(""), "base64");
  return { encrypted, publicKey: describeBlob(blob), pemKind: undefined };
}
