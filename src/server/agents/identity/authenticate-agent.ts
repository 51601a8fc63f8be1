import type { RegisterRequest } from "../../../contract/agent.ts";
import { type AgentRequest, verifyRequest } from "../../../plan/request-proof.ts";
import type { SharedSequences } from "../../../store/port/shared-state.ts";
import type { AgentRecord } from "../../../store/records.ts";
import { hasOtherCertificate, remoteOf, type Sender } from "./agent-identity.ts";

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

type Verified = { ok: true; sequence: number | null } | { ok: false; reason: "not_verified" };

/**
 * Whether a request is from the agent that it names. `signed` is null if its body is signed: a
 * receipt or a snapshot.
 */
export async function authenticateAgent(
  agent: AgentRecord,
  { signed, credentials }: { signed: AgentRequest | null; credentials: Credentials },
  sequences: SharedSequences,
): Promise<{ ok: true } | AuthenticationFailure> {
  const remote = remoteOf(agent);
  if (!remote) return { ok: false, reason: "not_verified" };
  if (hasOtherCertificate(remote, credentials.certificateSubject))
    return { ok: false, reason: "other_certificate" };
  const { id, public_key } = agent;
  const { public_key: publicKey, signs } = remote;
  const verified = signed ? verify(signed, { publicKey, credentials }) : null;
  if (verified && !verified.ok) return verified;
  const sequence = verified?.sequence ?? null;
  if (signed && signs && sequence === null) return { ok: false, reason: "not_verified" };
  // An operator approved another key, or an agent in the server's process uses the id.
  if (public_key !== publicKey) return { ok: false, reason: "not_registered" };
  if (sequence === null) return { ok: true };
  return failRepeated(await sequences.advance(id, { publicKey, sequence }));
}

/**
 * The sender of a registration, whose signature must be of the key that it registers. Its number is
 * recorded once the registration is admitted; see `BoundIdentities`.
 */
export async function authenticateRegistration(
  id: string,
  { request, credentials }: { request: RegisterRequest; credentials: Credentials },
  sequences: SharedSequences,
): Promise<{ ok: true; sender: Sender } | AuthenticationFailure> {
  const { agent_id: agentId, public_key: publicKey } = request;
  const signed = { operation: "register", agentId, body: request } as const;
  const verified = verify(signed, { publicKey, credentials });
  if (!verified.ok) return verified;
  const { sequence } = verified;
  const last = sequence === null ? null : await sequences.last(id, publicKey);
  if (sequence !== null && last !== null && sequence <= last)
    return { ok: false, reason: "repeated", last };
  const { certificateSubject } = credentials;
  return { ok: true, sender: { isInProcess: false, sequence, certificateSubject } };
}

function failRepeated(
  advanced: Awaited<ReturnType<SharedSequences["advance"]>>,
): { ok: true } | AuthenticationFailure {
  return advanced.ok ? advanced : { ok: false, reason: "repeated", last: advanced.last };
}

/** A proof must be valid even where none is required. */
function verify(
  signed: AgentRequest,
  { publicKey, credentials: { proof } }: { publicKey: string; credentials: Credentials },
): Verified {
  if (proof === undefined) return { ok: true, sequence: null };
  const key = Buffer.from(publicKey, "base64");
  const sequence = verifyRequest(signed, { proof, publicKey: key });
  return sequence === null ? { ok: false, reason: "not_verified" } : { ok: true, sequence };
}
