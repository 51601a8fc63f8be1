import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { processNamer } from "../../processes/proc/owner.ts";
import { readNamespace } from "../../processes/proc/sockets.ts";
import { readOpenSockets } from "../sockets/linux.ts";

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const sockets = readOpenSockets(read);
  const nameOf = processNamer(read);
  const namespace = namespaceOfInit(host);
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
      on_host: namespace === undefined ? null : Number(socket.namespace === namespace),
      ...nameOf(socket.pid),
    }));
  return { rows, gaps: read.gaps };
}

/** The host's own network is that of process 1; only root may read which it is. */
function namespaceOfInit(host: Host): string | undefined {
  try {
    return readNamespace(host, "1");
  } catch {
    return undefined;
  }
}
