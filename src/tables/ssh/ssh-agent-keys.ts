import type { CollectedTable } from "../model/table.ts";
import { readAgentSockets } from "./server/agent-sockets.ts";

/**
 * One row per key that an agent of OpenSSH lists, local or forwarded, by the path of its socket. The
 * list doesn't show whether the owner has to confirm each use of a key, or for which hosts it is. The
 * agent signs nothing for it.
 */
export const sshAgentKeys: CollectedTable = {
  name: "ssh_agent_keys",
  description: "Keys that SSH agents hold.",
  platforms: ["linux"],
  columns: {
    path: "TEXT",
    algorithm: "TEXT",
    key_bits: "INTEGER",
    fingerprint: "TEXT",
  },
  async collect(host) {
    const { keys, gaps } = await readAgentSockets(host);
    const rows = [...keys].flatMap(([path, listed]) =>
      (listed ?? []).map(({ algorithm, bits, fingerprint }) => ({
        path,
        algorithm,
        key_bits: bits,
        fingerprint,
      })),
    );
    return { rows, gaps };
  },
};
