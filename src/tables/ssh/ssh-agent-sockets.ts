import type { CollectedTable } from "../model/table.ts";
import { collectSshAgentSockets } from "./server/agent-sockets.ts";

/**
 * One row per active SSH agent socket: a local agent's, or one that sshd forwards to a session's
 * client (`forwarded` 1, `address` the client's). The agent is not asked for its keys, as that
 * might notify its owner.
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
  },
  collect: collectSshAgentSockets,
};
