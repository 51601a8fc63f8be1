import { describeBlob, partsOf, wireReader } from "./key.ts";

/** A certificate of a user or a host, see OpenSSH's PROTOCOL.certkeys. */
export interface SshCertificate {
  algorithm: string;
  kind: "user" | "host";
  /** The certified key. */
  fingerprint: string;
  authorityFingerprint: string;
  /** Empty means any. */
  principals: string[];
  /** Unix seconds; Number.MAX_SAFE_INTEGER for no expiry. */
  validAfter: number;
  validBefore: number;
  /** What sshd must enforce, by name: it refuses a certificate with one that it doesn't know. */
  criticalOptions: Map<string, string>;
}

const kinds: Record<number, SshCertificate["kind"]> = { 1: "user", 2: "host" };

/** The certificate in a *-cert.pub file; undefined for other content. */
export function parseSshCertificate(text: string): SshCertificate | undefined {
  const [, name = "", base64 = ""] = /^\s*(\S+-cert-v01@openssh\.com)\s+(\S+)/.exec(text) ?? [];
  const blob = Buffer.from(base64, "base64");
  const key = describeBlob(blob);
  if (!key || key.algorithm !== name) return undefined;
  try {
    return readCertificate(blob, key);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readCertificate(
  blob: Buffer,
  { algorithm, fingerprint }: { algorithm: string; fingerprint: string },
): SshCertificate | undefined {
  const reader = wireReader(blob);
  const uint64 = () => reader.uint32() * 2 ** 32 + reader.uint32();
  reader.string(); // algorithm
  reader.string(); // nonce
  for (let part = partsOf(plainOf(algorithm)); part > 0; part--) reader.string();
  uint64(); // serial number
  const kind = kinds[reader.uint32()];
  if (!kind) return undefined;
  reader.string(); // key id
  const principals = stringsIn(reader.string());
  const validAfter = Math.min(uint64(), Number.MAX_SAFE_INTEGER);
  const validBefore = Math.min(uint64(), Number.MAX_SAFE_INTEGER);
  const criticalOptions = optionsIn(reader.string());
  reader.string(); // extensions
  reader.string(); // reserved
  const authority = describeBlob(reader.string());
  if (!authority) return undefined;
  const authorityFingerprint = authority.fingerprint;
  return {
    ...{ algorithm, kind, fingerprint, authorityFingerprint },
    ...{ principals, validAfter, validBefore, criticalOptions },
  };
}

/** Names and values in turn; a value is a string within a string, or empty. */
function optionsIn(bytes: Buffer): Map<string, string> {
  const options = new Map<string, string>();
  const reader = wireReader(bytes);
  for (let read = 0; read < bytes.length; ) {
    const [name, data] = [reader.string(), reader.string()];
    const value = data.length > 0 ? wireReader(data).string().toString("utf8") : "";
    options.set(name.toString("utf8"), value);
    read += 8 + name.length + data.length;
  }
  return options;
}

/** The key type that a certificate type certifies. */
const plainOf = (algorithm: string) => algorithm.replace(/-cert-v01@openssh\.com$/, "");

function stringsIn(bytes: Buffer): string[] {
  const strings: string[] = [];
  const reader = wireReader(bytes);
  for (let read = 0; read < bytes.length; ) {
    const one = reader.string();
    strings.push(one.toString("utf8"));
    read += 4 + one.length;
  }
  return strings;
}
