import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A TCP proxy that delays every byte by `delayMs` in both directions, as a network does. `sent` is
 * everything that clients have sent through it.
 */
export async function delayingProxy(target: string, delayMs: number) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let sent = "";
  const pipe = (from: Socket, to: Socket) => {
    from.on("data", (bytes) => setTimeout(() => to.write(bytes), delayMs));
    from.on("close", () => setTimeout(() => to.destroy(), delayMs));
    from.on("error", () => to.destroy());
    sockets.add(from);
  };
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    client.on("data", (bytes) => {
      sent += bytes.toString("latin1");
    });
    pipe(client, upstream);
    pipe(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address() as { port: number };
  return { url: `http://127.0.0.1:${address.port}`, sent: () => sent };
}
