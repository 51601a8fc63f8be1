import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/**
 * One row per socket of a process; pid and fd are -1 for sockets without a visible process
 * (TIME_WAIT, kernel sockets). A packet socket (family 17) sees what an interface receives: its
 * local address is that interface, "" for all.
 */
export const processOpenSockets: CollectedTable = {
  name: "process_open_sockets",
  description: "Sockets that processes have open, in every network namespace.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    pid: "INTEGER",
    fd: "BIGINT",
    socket: "BIGINT",
    family: "INTEGER",
    protocol: "INTEGER",
    local_address: "TEXT",
    remote_address: "TEXT",
    local_port: "INTEGER",
    remote_port: "INTEGER",
    path: "TEXT",
    state: "TEXT",
    net_namespace: "TEXT",
    process_name: "TEXT",
    username: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin, win32: collectWindows }),
};
