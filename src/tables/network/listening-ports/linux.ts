import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { processNamer } from "../../processes/proc/owner.ts";
import { readOpenSockets } from "../sockets/linux.ts";

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const sockets = readOpenSockets(read);
  const nameOf = processNamer(read);
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
  return { rows, gaps: read.gaps };
}
