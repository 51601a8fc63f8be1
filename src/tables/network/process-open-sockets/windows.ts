import type { Collected } from "../../model/table.ts";
import { collectWith } from "../../powershell/powershell.ts";
import { readSockets, socketsScript } from "../sockets/windows.ts";

export const processOpenSocketsScript = socketsScript("");

export function parseProcessOpenSockets(printed: string): Collected {
  const { sockets, gaps } = readSockets(printed);
  const rows = sockets.map((socket) => ({
    pid: socket.pid,
    family: socket.family,
    protocol: socket.protocol,
    local_address: socket.localAddress,
    remote_address: socket.remoteAddress,
    local_port: socket.localPort,
    remote_port: socket.remotePort,
    state: socket.state,
    process_name: socket.processName,
    username: socket.username,
  }));
  return { rows, gaps };
}

export const collectWindows = collectWith(processOpenSocketsScript, parseProcessOpenSockets);
