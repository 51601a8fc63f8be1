import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy that can stop passing bytes on, like a network that loses all packets. */
export interface FrozenProxy {
  /** The target's URL through the proxy. */
  url: string;
  /** From now on no byte passes, and no connection ends; new ones are accepted and get nothing. */
  freeze(): void;
  /** Bytes that were held pass, in order. */
  thaw(): void;
  close(): Promise<void>;
}

export async function startFrozenProxy(target: string): Promise<FrozenProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isFrozen = false;

  function pass(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on("data", (bytes) => {
      if (!to.write(bytes)) from.pause();
    });
    to.on("drain", () => !isFrozen && from.resume());
    // An end is a packet as well, which is lost while frozen.
    const end = () => {
      sockets.delete(from);
      if (isFrozen) ended.push(() => to.destroy());
      else to.destroy();
    };
    from.on("close", end).on("error", () => undefined);
    if (isFrozen) from.pause();
  }

  const ended: (() => void)[] = [];
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.port = `${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const end of ended.splice(0)) end();
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
