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

const blocks = /^-----BEGIN (?:([A-Z0-9]+) )?PRIVATE KEY-----[\s\S]*?(?=^-----BEGIN |(?![\s\S]))/gm;

/**
 * The private key in a file, or undefined when it holds none. Of several keys the first without a
 * passphrase.
 */
export function parsePrivateKey(bytes: Buffer): PrivateKeyFile | undefined {
  const text = bytes.toString("latin1");
  if (text.startsWith("PuTTY-User-Key-File-")) return parsePutty(text);
  const keys = [...text.matchAll(blocks)].flatMap(([block, label]) => parseBlock(block, label));
  return keys.find((key) => !key.encrypted) ?? keys[0] ?? parseSsh2(text) ?? parsePkcs12(bytes);
}

function parseBlock(block: string, label: string | undefined): PrivateKeyFile[] {
  if (label === "OPENSSH") return parseOpenssh(block);
  const pemKind = label === "ENCRYPTED" ? undefined : label?.toLowerCase();
  // RFC 5958 has a label for encrypted keys, the older formats a header (RFC 1421).
  const encrypted = label === "ENCRYPTED" || /^Proc-Type: *4, *ENCRYPTED/m.test(block);
  return [{ encrypted, publicKey: encrypted ? undefined : publicKeyOfPem(block), pemKind }];
}

const opensshHeader = "-----BEGIN OPENSSH PRIVATE KEY-----";

/**
 * OpenSSH's PROTOCOL.key: magic, cipher, key derivation, count, then the public half, unencrypted
 * even with a passphrase.
 */
function parseOpenssh(block: string): PrivateKeyFile[] {
  const body = block.slice(opensshHeader.length).replace(/-----END[\s\S]*/, "");
  const bytes = Buffer.from(body, "base64");
  const magic = "openssh-key-v1\0";
  if (bytes.subarray(0, magic.length).toString("latin1") !== magic) return [];
  try {
    const reader = wireReader(bytes.subarray(magic.length));
    const cipher = reader.string().toString("latin1");
    reader.string(); // key derivation
    reader.string(); // its options
    reader.uint32(); // number of keys: always 1
    const publicKey = describeBlob(reader.string());
    return [{ encrypted: cipher !== "none", publicKey, pemKind: undefined }];
  } catch (error) {
    if (error instanceof RangeError) return [];
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

/** SSH Communications' format names its cipher, whatever the label says: magic, size, type, cipher. */
function parseSsh2(text: string): PrivateKeyFile | undefined {
  const [, body] =
    /^---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\r?\n([\s\S]*?)^---- END/m.exec(text) ?? [];
  if (body === undefined) return undefined;
  const data = body.replace(/^[\w-]+: (?:.*\\\r?\n)*.*$/gm, ""); // headers, which may continue
  try {
    const reader = wireReader(Buffer.from(data, "base64"));
    reader.skip(8);
    reader.string(); // key type
    const encrypted = reader.string().toString("latin1") !== "none";
    return { encrypted, publicKey: undefined, pemKind: undefined };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Object identifiers of PKCS #12 in DER (RFC 7292, section 4.2): a key, and an encrypted one. */
const keyBag = Buffer.from("060b2a864886f70d010c0a0101", "hex");
const shroudedKeyBag = Buffer.from("060b2a864886f70d010c0a0102", "hex");
/** A sequence that starts with version 3 and a sequence, in hex. */
const pkcs12 = /^30(?:[0-7].|80|8[1-4](?:..){1,4}?)02010330/;

/** PKCS #12 (.p12, .pfx) encrypts a key, but not the kind of bag that it is in. */
function parsePkcs12(bytes: Buffer): PrivateKeyFile | undefined {
  if (!pkcs12.test(bytes.subarray(0, 16).toString("hex"))) return undefined;
  const isPlain = bytes.includes(keyBag);
  if (!isPlain && !bytes.includes(shroudedKeyBag)) return undefined;
  return { encrypted: !isPlain, publicKey: undefined, pemKind: undefined };
}
