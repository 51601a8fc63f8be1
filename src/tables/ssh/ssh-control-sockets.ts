import type { CollectedTable } from "../model/table.ts";
import { collectControlSockets } from "./server/control-sockets.ts";

/**
 * One row per socket at which an SSH client shares its connection (ControlMaster), with the ends of
 * the connection; they are NULL where it has none of its own, as behind a jump host.
 */
export const sshControlSockets: CollectedTable = {
  name: "ssh_control_sockets",
  description: "Connections that SSH clients share, with their owners and both ends.",
  platforms: ["linux"],
  columns: {
    path: "TEXT",
    username: "TEXT",
    uid: "BIGINT",
    pid: "INTEGER",
    local_address: "TEXT",
    local_port: "INTEGER",
    remote_address: "TEXT",
    remote_port: "INTEGER",
  },
  collect: collectControlSockets,
};
