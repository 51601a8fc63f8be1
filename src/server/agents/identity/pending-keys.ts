import type { PendingKey } from "../../../contract/agent.ts";
import { type Clock, isoTime } from "../../../core/clock.ts";
import { fingerprintOf } from "../../../plan/signing-key.ts";
import type { SharedState } from "../../../store/port/shared-state.ts";
import type { AgentRecord, RemoteIdentity } from "../../../store/records.ts";

/** A key that tried to register with the id of an agent that has another one. */
export interface RefusedKey {
  agent: AgentRecord;
  fingerprint: string;
  certificateSubject: string | null;
}

/** The last refused key of each agent, until an operator approves it. */
export interface PendingKeys {
  note(agent: AgentRecord, identity: RemoteIdentity): Promise<void>;
  find(id: string): { identity: RemoteIdentity; key: PendingKey } | undefined;
  forget(id: string): Promise<void>;
  stop(): void;
}

type OnRefused = (refused: RefusedKey) => void;

/**
 * For a single server: the keys live only in its memory. A refused request writes nothing, and an
 * agent tries again every minute.
 */
export function createPendingKeys(clock: Clock, onRefused: OnRefused): PendingKeys {
  const pending = new Map<string, { identity: RemoteIdentity; key: PendingKey }>();
  return {
    async note(agent, identity) {
      const key = pendingKeyOf(identity, isoTime(clock.now()));
      const before = pending.get(agent.id)?.key;
      const isKnown =
        before?.fingerprint === key.fingerprint &&
        before.certificate_subject === key.certificate_subject;
      pending.set(agent.id, { identity, key });
      if (!isKnown) onRefused(refusedKeyOf(agent, key));
    },
    find: (id) => pending.get(id),
    forget: async (id) => void pending.delete(id),
    stop() {},
  };
}

/** For servers over one database: each keeps all keys in memory, and reads them again when one changes. */
export function createSharedPendingKeys(
  keys: SharedState["pendingKeys"],
  { onRefused, onError }: { onRefused: OnRefused; onError(error: unknown): void },
): PendingKeys {
  let pending = new Map<string, { identity: RemoteIdentity; key: PendingKey }>();
  let loads = 0;
  async function load(): Promise<void> {
    const number = ++loads;
    const all = await keys.all();
    // A later load has seen more.
    if (number !== loads) return;
    pending = new Map(
      all.map(({ agent, identity, lastSeenAt }) => [
        agent,
        { identity, key: pendingKeyOf(identity, lastSeenAt) },
      ]),
    );
  }
  const stop = keys.watch(() => void load().catch(onError));
  load().catch(onError);
  return {
    async note(agent, identity) {
      const { isNew } = await keys.note(agent.id, identity);
      await load();
      if (isNew) onRefused(refusedKeyOf(agent, pendingKeyOf(identity, "")));
    },
    find: (id) => pending.get(id),
    async forget(id) {
      await keys.forget(id);
      await load();
    },
    stop,
  };
}

function pendingKeyOf(identity: RemoteIdentity, lastSeenAt: string): PendingKey {
  return {
    fingerprint: fingerprintOfKey(identity.public_key),
    certificate_subject: identity.certificate_subject,
    last_seen_at: lastSeenAt,
  };
}

function refusedKeyOf(
  agent: AgentRecord,
  { fingerprint, certificate_subject }: Omit<PendingKey, "last_seen_at">,
): RefusedKey {
  return { agent, fingerprint, certificateSubject: certificate_subject };
}

export const fingerprintOfKey = (publicKey: string) =>
  fingerprintOf(Buffer.from(publicKey, "base64"));
