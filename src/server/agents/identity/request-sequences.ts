/**
 * The highest sequence number of each agent's signed requests: a recorded request can't be sent
 * again. Lives only in memory, so after a restart of the server an agent's last requests are valid
 * until its next one.
 */
export interface RequestSequences {
  /** The highest number seen; null if none was signed with this key. */
  last(id: string, publicKey: string): number | null;
  /** Records a number of an agent's own key; never of a key that was refused, which could fill the memory. */
  record(id: string, seen: { publicKey: string; sequence: number }): void;
  forget(id: string): void;
}

export function createRequestSequences(): RequestSequences {
  const seen = new Map<string, { publicKey: string; sequence: number }>();
  return {
    last(id, publicKey) {
      const entry = seen.get(id);
      return entry?.publicKey === publicKey ? entry.sequence : null;
    },
    record: (id, entry) => void seen.set(id, entry),
    forget: (id) => void seen.delete(id),
  };
}
