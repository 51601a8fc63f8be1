import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { App } from "./request-context.ts";

const sweepMs = 25;

/**
 * Closes connections as soon as they are idle while the server shuts down. Node closes those that are
 * idle at the start, but waits for clients to close the others.
 */
export function addCloseConnections(app: App): void {
  const { server } = app;
  const unused = trackUnused(app);
  app.addHook("preClose", async () => {
    if (!server.listening) return;
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, sweepMs);
    server.once("close", () => clearInterval(sweep));
  });
}

/** Connections without a request yet: Node doesn't count them as idle. */
function trackUnused({ server }: App): Set<Socket> {
  const unused = new Set<Socket>();
  const opened = "setSecureContext" in server ? "secureConnection" : "connection";
  server.on(opened, (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage) => unused.delete(socket));
  return unused;
}
