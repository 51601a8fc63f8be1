import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { readOpenSockets, socketColumns } from "../sockets/darwin.ts";

export async function collectDarwin(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const sockets = await readOpenSockets(read);
  const rows = sockets.map((socket) => ({
    ...socketColumns(socket),
    local_address: socket.localAddress,
    local_port: socket.localPort,
    remote_address: socket.remoteAddress,
    remote_port: socket.remotePort,
    state: socket.state,
  }));
  return { rows, gaps: read.gaps };
}
