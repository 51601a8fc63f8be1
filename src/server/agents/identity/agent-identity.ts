import type { AgentRecord, RemoteIdentity } from "../../../store/records.ts";

/** Who sends a registration. */
export interface Sender {
  /** An agent in the server's own process: this machine's, or a simulated host's. */
  isInProcess: boolean;
  /** Sequence number of a request that is signed with the key it registers; null if it is unsigned. */
  sequence: number | null;
  /** Subject of the client certificate of the connection; null without mTLS. */
  certificateSubject: string | null;
}

export const inProcess: Sender = { isInProcess: true, sequence: null, certificateSubject: null };
export const unsigned: Sender = { isInProcess: false, sequence: null, certificateSubject: null };

/**
 * `other_identity`: another key or another client certificate; either needs an operator's approval.
 * `connected`: an agent with another key is polling; both would answer for each other.
 */
export type Refusal = "other_identity" | "unsigned" | "connected";

export type Admission =
  | { ok: true; remote: RemoteIdentity | null }
  | { ok: false; reason: Refusal };

/** The identity that requests over the network must prove; null if only the server's process has this agent. */
export function remoteOf(agent: AgentRecord): RemoteIdentity | null {
  if (agent.remote !== undefined) return agent.remote;
  // The record is from a version that did not bind requests to a key.
  return { public_key: agent.public_key, signs: false, certificate_subject: null };
}

/**
 * Whether a registration may use an agent id, and the identity that the id has from then on. The
 * first key is trusted; another one is not, whether or not the first is connected.
 */
export function admit(
  before: AgentRecord | undefined,
  { publicKey, sender, isPolling }: { publicKey: string; sender: Sender; isPolling: boolean },
): Admission {
  const admission = admitIdentity(before, publicKey, sender);
  const isOther = before !== undefined && before.public_key !== publicKey;
  return admission.ok && isOther && isPolling ? { ok: false, reason: "connected" } : admission;
}

function admitIdentity(
  before: AgentRecord | undefined,
  publicKey: string,
  sender: Sender,
): Admission {
  const known = before && remoteOf(before);
  // The server's own agents leave the identity of a remote agent with the same id as it is.
  if (sender.isInProcess)
    return { ok: true, remote: known && known.public_key !== publicKey ? known : null };
  const remote = identityOf(publicKey, sender);
  if (known === undefined) return { ok: true, remote };
  if (known?.public_key !== publicKey) return { ok: false, reason: "other_identity" };
  // Checked before the certificate: approving one must not let the agent's requests be unsigned.
  if (known.signs && !remote.signs) return { ok: false, reason: "unsigned" };
  if (hasOtherCertificate(known, sender.certificateSubject))
    return { ok: false, reason: "other_identity" };
  const certificate_subject = known.certificate_subject ?? remote.certificate_subject;
  return { ok: true, remote: { ...remote, certificate_subject } };
}

/** A server without mTLS sees no certificate and compares none. */
export function hasOtherCertificate(
  { certificate_subject: bound }: RemoteIdentity,
  presented: string | null,
): boolean {
  return bound !== null && presented !== null && bound !== presented;
}

export function identityOf(
  publicKey: string,
  { sequence, certificateSubject }: Sender,
): RemoteIdentity {
  return {
    public_key: publicKey,
    signs: sequence !== null,
    certificate_subject: certificateSubject,
  };
}
