import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** What a proof covers: it is worth nothing for another question or on another connection. */
export interface ProofClaim {
  /** Random, from the client. */
  challenge: string;
  /** The server's end of the connection, which a relay on another port can't have. */
  endpoint: string;
}

/** Proves to a client with the same `secret.key` that the server knows that key. */
export function proveServer(secretKey: Uint8Array, { challenge, endpoint }: ProofClaim): string {
  const key = hkdfSync("sha256", secretKey, "", "inquest server proof v1", 32);
  const hmac = createHmac("sha256", new Uint8Array(key));
  return hmac.update(`${challenge}\n${endpoint}`).digest("hex");
}

export function isServerProof(proof: string, secretKey: Uint8Array, claim: ProofClaim): boolean {
  const expected = Buffer.from(proveServer(secretKey, claim));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
