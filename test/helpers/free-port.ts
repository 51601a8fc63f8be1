import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves when something listens on a port; rejects when `hasEnded` says that nothing will. */
export async function listening(port: number, hasEnded: () => boolean): Promise<void> {
  while (!(await accepts(port))) {
    if (hasEnded()) throw new Error(`Nothing listens on port ${port}: the process has ended.`);
    await delay(20);
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
