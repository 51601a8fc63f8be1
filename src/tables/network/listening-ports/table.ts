import type { Host } from "../../host/port.ts";
import { byPlatform } from "../../model/by-platform.ts";
import type { Collected, CollectedTable } from "../../model/table.ts";
import { processNamer } from "../../processes/proc/owner.ts";
import { collectListeningPorts } from "../sockets/darwin.ts";
import { readOpenSockets } from "../sockets/linux.ts";
import { collectListeningPorts as collectWindows } from "./windows.ts";

/** One socket that waits for peers a row, once for each process that holds it. */
export const listeningPorts: CollectedTable = {
  name: "listening_ports",
  description: "Sockets that wait for connections or datagrams: TCP, UDP, raw and Unix.",
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
  },
  collect: byPlatform({
    linux: collectLinux,
    darwin: collectListeningPorts,
    win32: collectWindows,
  }),
};

function collectLinux(host: Host): Collected {
  const { sockets, gaps } = readOpenSockets(host);
  const nameOf = processNamer(host, gaps);
  const rows = sockets
    .filter((socket) => socket.listening)
    .map((socket) => ({
      pid: socket.pid,
      port: socket.localPort,
      protocol: socket.protocol,
      family: socket.family,
      address: socket.localAddress,
      fd: socket.fd,
      socket: socket.inode,
      path: socket.path,
      net_namespace: socket.namespace,
      ...nameOf(socket.pid),
    }));
  return { rows, gaps };
}
