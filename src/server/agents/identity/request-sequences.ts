import type { SeenSequence, SharedSequences } from "../../../store/port/shared-state.ts";

/**
 * The highest sequence number of each agent's signed requests: a recorded request can't be sent
 * again. For a single server: they live only in its memory, so after a restart an agent's last
 * requests are valid until its next one. Numbers are recorded of an agent's own key, never of one
 * that was refused, which could fill the memory.
 */
export function createRequestSequences(): SharedSequences {
  const seen = new Map<string, SeenSequence>();
  const lastOf = (agent: string, publicKey: string) => {
    const entry = seen.get(agent);
    return entry?.publicKey === publicKey ? entry.sequence : null;
  };
  return {
    last: async (agent, publicKey) => lastOf(agent, publicKey),
    async advance(agent, entry) {
      const last = lastOf(agent, entry.publicKey);
      if (last !== null && entry.sequence <= last) return { ok: false, last };
      seen.set(agent, entry);
      return { ok: true };
    },
    forget: async (agent) => void seen.delete(agent),
  };
}
