import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/**
 * One row per listening socket and process that holds it. A packet socket (family 17) receives what
 * arrives on an interface, its address, or on all ("").
 */
export const listeningPorts: CollectedTable = {
  name: "listening_ports",
  description: "Listening sockets: TCP, UDP, SCTP, raw, packet and Unix.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    pid: "INTEGER",
    port: "INTEGER",
    protocol: "INTEGER",
    family: "INTEGER",
    address: "TEXT",
    fd: "BIGINT",
    socket: "BIGINT",
    path: "TEXT",
    net_namespace: "TEXT",
    process_name: "TEXT",
    username: "TEXT",
    /** Linux: 0 in a network namespace that is not process 1's, as containers have; NULL: unknown. */
    on_host: "INTEGER",
  },
  collect: byPlatform({
    linux: collectLinux,
    darwin: collectDarwin,
    win32: collectWindows,
  }),
};
