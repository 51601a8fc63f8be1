import type { Server } from "node:http";
import type { Socket } from "node:net";

/** For the whole of a request: 16 MiB at 140 KB/s. */
export const requestTimeoutMs = 120_000;
/** How often connections are checked for it. */
export const timeoutCheckMs = 5_000;
/** Without a byte in either direction: twice as long as a poll or the pause of a stream. */
export const idleTimeoutMs = 150_000;
/** Connections in all; ten thousand agents need up to three each. */
const maxConnections = 32_768;
/** Connections without a request that had a valid key: most of a large fleet may reconnect at once. */
const maxUnknown = 8_192;

/** The server's limits of connections. A flood of unknown ones closes the oldest of them. */
export function limitConnections(server: Server, max = maxUnknown) {
  server.maxConnections = maxConnections;
  /** By the client's address and port, in the order in which they were opened. */
  const unknown = new Map<string, Socket>();
  server.on("connection", (socket: Socket) => {
    const client = clientOf(socket);
    unknown.set(client, socket);
    socket.once("close", () => unknown.delete(client));
    if (unknown.size > max) unknown.values().next().value?.destroy();
  });
  return {
    /** A request on this connection had a valid key. */
    known: (socket: Socket) => void unknown.delete(clientOf(socket)),
  };
}

/** The same for a connection and for the TLS over it. */
const clientOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
