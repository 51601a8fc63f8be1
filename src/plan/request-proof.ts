import { canonicalJson } from "../core/json.ts";
import { decodeBase64 } from "./decode-base64.ts";
import { type SigningKey, verifySignature } from "./signing-key.ts";

/** Header of a request that its agent signed: the sequence number, a dot and the signature in base64. */
export const proofHeader = "x-agent-proof";
/** Header of a 409 response to a repeated request: the highest sequence number the server has seen. */
export const sequenceHeader = "x-agent-sequence";

/** What an agent signs of a request. Not the URL: a proxy may rewrite it. */
export interface AgentRequest {
  operation: "register" | "heartbeat" | "poll" | "disconnect";
  agentId: string;
  /** Null for a request without a body. */
  body: unknown;
}

/** The value of `x-agent-proof`. `sequence` must be higher than in the agent's previous requests. */
export function signRequest(
  request: AgentRequest,
  { key, sequence }: { key: SigningKey; sequence: number },
): string {
  return `${sequence}.${key.sign(signedBytes(request, sequence)).toString("base64")}`;
}

/** The sequence number of a proof; null if `publicKey` did not sign this request. */
export function verifyRequest(
  request: AgentRequest,
  { proof, publicKey }: { proof: string; publicKey: Uint8Array },
): number | null {
  const [, digits, encoded] = /^(\d{1,16})\.([A-Za-z0-9+/]{86}==)$/.exec(proof) ?? [];
  const signature = encoded === undefined ? null : decodeBase64(encoded);
  const sequence = Number(digits);
  if (!signature || !Number.isSafeInteger(sequence)) return null;
  const bytes = signedBytes(request, sequence);
  return verifySignature(bytes, { signature, publicKey }) ? sequence : null;
}

/** The first line keeps a proof from being valid as a receipt or a snapshot, which are JSON. */
function signedBytes({ operation, agentId, body }: AgentRequest, sequence: number): Buffer {
  const content = canonicalJson({ operation, agent_id: agentId, sequence, body });
  return Buffer.from(`inquest agent request v1\n${content}`);
}
