import type { Collected } from "../../model/table.ts";
import { collectWith } from "../../powershell/powershell.ts";
import { readSockets, socketsScript } from "../sockets/windows.ts";

export const listeningPortsScript = socketsScript(" -Filter 'State=2'");

export function parseListeningPorts(printed: string): Collected {
  const { sockets, gaps } = readSockets(printed);
  const rows = sockets
    .filter(({ protocol, state }) => protocol === 17 || state === "LISTEN")
    .map((socket) => ({
      pid: socket.pid,
      port: socket.localPort,
      protocol: socket.protocol,
      family: socket.family,
      address: socket.localAddress,
      process_name: socket.processName,
      username: socket.username,
    }));
  return { rows, gaps };
}

export const collectWindows = collectWith(listeningPortsScript, parseListeningPorts);
