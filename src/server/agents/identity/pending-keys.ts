import type { PendingKey } from "../../../contract/agent.ts";
import { type Clock, isoTime } from "../../../core/clock.ts";
import { fingerprintOf } from "../../../plan/signing-key.ts";
import type { AgentRecord, RemoteIdentity } from "../../../store/records.ts";

/** A key that tried to register with the id of an agent that has another one. */
export interface RefusedKey {
  agent: AgentRecord;
  fingerprint: string;
  certificateSubject: string | null;
}

/**
 * The last refused key of each agent, until an operator approves it. Lives only in memory: a refused
 * request writes nothing, and an agent tries again every minute.
 */
export interface PendingKeys {
  note(agent: AgentRecord, identity: RemoteIdentity): void;
  find(id: string): { identity: RemoteIdentity; key: PendingKey } | undefined;
  forget(id: string): void;
}

export function createPendingKeys(
  clock: Clock,
  onRefused: (refused: RefusedKey) => void,
): PendingKeys {
  const pending = new Map<string, { identity: RemoteIdentity; key: PendingKey }>();
  return {
    note(agent, identity) {
      const fingerprint = fingerprintOfKey(identity.public_key);
      const certificateSubject = identity.certificate_subject;
      const before = pending.get(agent.id)?.key;
      const isKnown =
        before?.fingerprint === fingerprint && before.certificate_subject === certificateSubject;
      const key = {
        fingerprint,
        certificate_subject: certificateSubject,
        last_seen_at: isoTime(clock.now()),
      };
      pending.set(agent.id, { identity, key });
      if (!isKnown) onRefused({ agent, fingerprint, certificateSubject });
    },
    find: (id) => pending.get(id),
    forget: (id) => void pending.delete(id),
  };
}

export const fingerprintOfKey = (publicKey: string) =>
  fingerprintOf(Buffer.from(publicKey, "base64"));
