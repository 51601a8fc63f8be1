import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { type OpenSocket, readOpenSockets, socketColumns } from "../sockets/darwin.ts";

export async function collectDarwin(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const sockets = await readOpenSockets(read);
  const rows = sockets.filter(isListening).map((socket) => ({
    ...socketColumns(socket),
    port: socket.localPort,
    address: socket.localAddress,
  }));
  return { rows, gaps: read.gaps };
}

/** Listening TCP sockets, datagram sockets without a peer, and Unix sockets with a path. */
function isListening({ family, protocol, state, remotePort, localPort, path }: OpenSocket) {
  if (family === 1) return path !== "";
  if (protocol === 6) return state === "LISTEN";
  return protocol === 17 && remotePort === 0 && localPort !== 0;
}
