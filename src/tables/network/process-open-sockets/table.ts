import type { Host } from "../../host/port.ts";
import { byPlatform } from "../../model/by-platform.ts";
import type { Collected, CollectedTable } from "../../model/table.ts";
import { processNamer } from "../../processes/proc/owner.ts";
import { collectOpenSockets } from "../sockets/darwin.ts";
import { readOpenSockets } from "../sockets/linux.ts";
import { collectProcessOpenSockets as collectWindows } from "./windows.ts";

/** One socket of one process a row; pid and fd are -1 for sockets no visible process holds (TIME_WAIT, the kernel's own). */
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
  collect: byPlatform({ linux: collectLinux, darwin: collectOpenSockets, win32: collectWindows }),
};

function collectLinux(host: Host): Collected {
  const { sockets, gaps } = readOpenSockets(host);
  const nameOf = processNamer(host, gaps);
  const rows = sockets.map((socket) => ({
    pid: socket.pid,
    fd: socket.fd,
    socket: socket.inode,
    family: socket.family,
    protocol: socket.protocol,
    local_address: socket.localAddress,
    remote_address: socket.remoteAddress,
    local_port: socket.localPort,
    remote_port: socket.remotePort,
    path: socket.path,
    state: socket.state,
    net_namespace: socket.namespace,
    ...nameOf(socket.pid),
  }));
  return { rows, gaps };
}
