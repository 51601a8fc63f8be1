import type { CollectedTable } from "../model/table.ts";
import { collectSshAgentSockets } from "./server/agent-sockets.ts";

/**
 * One socket a row at which an SSH agent answers now: one that runs here, or one that sshd forwards
 * to the client of a session (`forwarded` 1, `address` that client's). Which keys it holds is not
 * asked, as its owner might be told.
 */
export const sshAgentSockets: CollectedTable = {
  name: "ssh_agent_sockets",
  description: "Sockets of SSH agents, whose they are, and whether they are forwarded.",
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
