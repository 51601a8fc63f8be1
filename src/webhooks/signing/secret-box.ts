import nacl from "tweetnacl";

/** Encrypts secrets at rest. */
export interface SecretBox {
  seal(secret: string): string;
  open(sealed: string): string;
}

/** Decrypted secrets cached in memory: every delivery needs one, and decrypting costs as much as signing. */
const maxCached = 1_000;

/**
 * Encrypts with a 32-byte key (NaCl's secretbox: XSalsa20 and Poly1305). A sealed secret is the
 * base64 of nonce and box.
 */
export function createSecretBox(key: Uint8Array, random: (size: number) => Uint8Array): SecretBox {
  const opened = new Map<string, string>();
  return {
    seal(secret) {
      const nonce = random(nacl.secretbox.nonceLength);
      const box = nacl.secretbox(Buffer.from(secret, "utf8"), nonce, key);
      return Buffer.concat([nonce, box]).toString("base64");
    },
    open(sealed) {
      const known = opened.get(sealed);
      if (known !== undefined) return known;
      const secret = openBox(Buffer.from(sealed, "base64"), key);
      if (opened.size >= maxCached) opened.clear();
      opened.set(sealed, secret);
      return secret;
    },
  };
}

function openBox(bytes: Uint8Array, key: Uint8Array): string {
  const nonce = bytes.subarray(0, nacl.secretbox.nonceLength);
  const box = bytes.subarray(nacl.secretbox.nonceLength);
  const secret = nacl.secretbox.open(new Uint8Array(box), new Uint8Array(nonce), key);
  if (!secret) throw new Error("a stored secret can't be decrypted with this folder's secret.key");
  return Buffer.from(secret).toString("utf8");
}
