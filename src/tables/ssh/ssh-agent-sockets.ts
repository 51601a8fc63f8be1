import type { CollectedTable } from "../model/table.ts";
import { readAgentSockets } from "./server/agent-sockets.ts";

/**
 * One row per active SSH agent socket: a local agent's, or one that sshd forwards to a session's
 * client (`forwarded` 1, `address` the client's). `key_count` is how many keys it lists; NULL where that is
 * not known: only agents of OpenSSH are asked, as others may ask their owner first.
 */
export const sshAgentSockets: CollectedTable = {
  name: "ssh_agent_sockets",
  description: "Sockets of SSH agents, their owners, and whether they are forwarded.",
  platforms: ["linux"],
  columns: {
    path: "TEXT",
    username: "TEXT",
    uid: "BIGINT",
    pid: "INTEGER",
    forwarded: "INTEGER",
    address: "TEXT",
    key_count: "INTEGER",
  },
  async collect(host) {
    const { rows, gaps } = await readAgentSockets(host);
    return { rows, gaps };
  },
};
