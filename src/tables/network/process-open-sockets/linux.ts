import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { processNamer } from "../../processes/proc/owner.ts";
import { readOpenSockets } from "../sockets/linux.ts";

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const sockets = readOpenSockets(read);
  const nameOf = processNamer(read);
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
  return { rows, gaps: read.gaps };
}
