/** The request header of `/healthz` with a client's challenge, and the response header with the proof. */
export const challengeHeader = "x-inquest-challenge";
export const proofHeader = "x-inquest-proof";

/** An end of a connection in one spelling: a dual-stack socket shows IPv4 addresses as IPv6. */
export function formatEndpoint(address: string, port: number): string {
  return `${address.replace(/^::ffff:/, "").replace(/%.*/, "")} ${port}`;
}
