import type { RegisterRequest } from "../../../contract/agent.ts";
import { type AgentRequest, verifyRequest } from "../../../plan/request-proof.ts";
import type { AgentRecord } from "../../../store/records.ts";
import { hasOtherCertificate, remoteOf, type Sender } from "./agent-identity.ts";
import type { RequestSequences } from "./request-sequences.ts";

/** What a request over the network proves about its sender. */
export interface Credentials {
  /** The header `x-agent-proof`. */
  proof: string | undefined;
  /** Subject of the connection's client certificate; null without mTLS. */
  certificateSubject: string | null;
}

/** `last`: the highest sequence number seen. */
export type AuthenticationFailure =
  | { ok: false; reason: "not_registered" | "not_verified" | "other_certificate" }
  | { ok: false; reason: "repeated"; last: number };

type Verified = { ok: true; sequence: number | null } | AuthenticationFailure;

/**
 * Whether a request is from the agent that it names. `signed` is null if its body is signed: a
 * receipt or a snapshot.
 */
export function authenticateAgent(
  agent: AgentRecord,
  { signed, credentials }: { signed: AgentRequest | null; credentials: Credentials },
  sequences: RequestSequences,
): { ok: true } | AuthenticationFailure {
  const remote = remoteOf(agent);
  if (!remote) return { ok: false, reason: "not_verified" };
  if (hasOtherCertificate(remote, credentials.certificateSubject))
    return { ok: false, reason: "other_certificate" };
  const { id, public_key } = agent;
  const { public_key: publicKey, signs } = remote;
  const verified = signed ? verify(signed, { id, publicKey, credentials }, sequences) : null;
  if (verified && !verified.ok) return verified;
  const sequence = verified?.sequence ?? null;
  if (signed && signs && sequence === null) return { ok: false, reason: "not_verified" };
  // An operator approved another key, or an agent in the server's process uses the id.
  if (public_key !== publicKey) return { ok: false, reason: "not_registered" };
  if (sequence !== null) sequences.record(id, { publicKey, sequence });
  return { ok: true };
}

/** The sender of a registration, whose signature must be of the key that it registers. */
export function authenticateRegistration(
  id: string,
  { request, credentials }: { request: RegisterRequest; credentials: Credentials },
  sequences: RequestSequences,
): { ok: true; sender: Sender } | AuthenticationFailure {
  const { agent_id: agentId, public_key: publicKey } = request;
  const signed = { operation: "register", agentId, body: request } as const;
  const verified = verify(signed, { id, publicKey, credentials }, sequences);
  if (!verified.ok) return verified;
  const { sequence } = verified;
  const { certificateSubject } = credentials;
  return { ok: true, sender: { isInProcess: false, sequence, certificateSubject } };
}

/** A proof must be valid even where none is required. */
function verify(
  signed: AgentRequest,
  {
    id,
    publicKey,
    credentials: { proof },
  }: { id: string; publicKey: string; credentials: Credentials },
  sequences: RequestSequences,
): Verified {
  if (proof === undefined) return { ok: true, sequence: null };
  const key = Buffer.from(publicKey, "base64");
  const sequence = verifyRequest(signed, { proof, publicKey: key });
  if (sequence === null) return { ok: false, reason: "not_verified" };
  const last = sequences.last(id, publicKey);
  if (last !== null && sequence <= last) return { ok: false, reason: "repeated", last };
  return { ok: true, sequence };
}
