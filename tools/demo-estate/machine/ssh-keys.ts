import { createHash } from "node:crypto";

/** A string of SSH's wire format (RFC 4251 §5). */
function wire(...parts: (Buffer | string)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part as string);
      return [uint32(bytes.length), bytes];
    }),
  );
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The public key derived from a name. It has no private key. */
const blobOf = (name: string): Buffer => wire("ssh-ed25519", digest(`demo key ${name}`));

export function fingerprintOf(name: string): string {
  const hash = createHash("sha256").update(blobOf(name)).digest("base64");
  return `SHA256:${hash.replace(/=+$/, "")}`;
}

/** A line of a .pub file. */
export const publicKeyOf = (name: string): string =>
  `ssh-ed25519 ${blobOf(name).toString("base64")} ${name}`;

/** The format of ssh-keygen, with random bytes in place of the private key. */
export function privateKeyOf(name: string, { passphrase = false } = {}): string {
  const [cipher, kdf] = passphrase ? ["aes256-ctr", "bcrypt"] : ["none", "none"];
  const options = passphrase ? Buffer.concat([wire(digest(name).subarray(0, 16)), uint32(16)]) : "";
  const body = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    wire(cipher, kdf, options),
    uint32(1),
    wire(blobOf(name), digest(`nothing ${name}`)),
  ]);
  return pem("OPENSSH PRIVATE KEY", body);
}

function pem(label: string, body: Buffer): string {
  const lines = body.toString("base64").match(/.{1,70}/g)!;
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

export interface CertificateFacts {
  key: string;
  authority: string;
  principals: string[];
  /** Epoch seconds. */
  validAfter: number;
  validBefore: number;
}

/** A user certificate (PROTOCOL.certkeys) in the format of ssh-keygen -s, without a valid signature. */
export function certificateOf(facts: CertificateFacts): string {
  const type = "ssh-ed25519-cert-v01@openssh.com";
  const body = Buffer.concat([
    wire(type, digest(`nonce ${facts.key}`), digest(`demo key ${facts.key}`)),
    uint64(1),
    uint32(1), // a user's, not a host's
    wire(facts.key, wire(...facts.principals)),
    uint64(facts.validAfter),
    uint64(facts.validBefore),
    wire("", wire("permit-pty", ""), "", blobOf(facts.authority)),
    wire(wire("ssh-ed25519", Buffer.concat([digest("r"), digest("s")]))),
  ]);
  return `${type} ${body.toString("base64")} ${facts.key}\n`;
}
