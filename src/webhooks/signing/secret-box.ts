import nacl from "tweetnacl";

/** Encrypts secrets for their rest in the store. */
export interface SecretBox {
  seal(secret: string): string;
  open(sealed: string): string;
}

/** Opened secrets kept in memory: every delivery needs one, and opening costs as much as signing. */
const openedLimit = 1_000;

/**
 * A box over a key of 32 bytes (NaCl's secretbox: XSalsa20 and Poly1305). Sealed is base64 of
 * nonce and box.
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
      if (opened.size >= openedLimit) opened.clear();
      opened.set(sealed, secret);
      return secret;
    },
  };
}

function openBox(bytes: Uint8Array, key: Uint8Array): string {
  const nonce = bytes.subarray(0, nacl.secretbox.nonceLength);
  const box = bytes.subarray(nacl.secretbox.nonceLength);
  const secret = nacl.secretbox.open(new Uint8Array(box), new Uint8Array(nonce), key);
  if (!secret) throw new Error("a sealed secret does not open with this folder's secret.key");
  return Buffer.from(secret).toString("utf8");
}
