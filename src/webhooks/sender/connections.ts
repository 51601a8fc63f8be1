import { type buildConnector, Client } from "undici";

/** Shorter than the 5 s after which many servers close idle connections. */
const keepAliveMs = 4_000;

/** A connection that serves one attempt at a time. */
export interface Connection {
  client: Client;
  /** True if it has served an earlier attempt. */
  isReused: boolean;
}

/** Reusable connections by origin. */
export interface Connections {
  /** The idle connection used last, or a new one. */
  take(origin: string): Connection;
  create(origin: string): Connection;
  /** Returns a connection whose response was read completely. */
  giveBack(origin: string, connection: Connection): void;
  /** Closes a connection in an unknown state. */
  discard(connection: Connection): void;
  /** Waits for the attempts in progress, then closes every connection. */
  close(): Promise<void>;
}

/**
 * One undici client per connection instead of an undici pool: a pool reconnects to the receiver
 * whenever a request is aborted.
 */
export function createConnections(connect: buildConnector.connector): Connections {
  const idle = new Map<string, Client[]>();
  let busy = 0;
  let resolveIdle: (() => void) | undefined;

  const onIdle = () => {
    busy -= 1;
    if (busy === 0) resolveIdle?.();
  };
  const forget = (origin: string, client: Client) => {
    const own = idle.get(origin);
    const index = own?.indexOf(client) ?? -1;
    if (!own || index < 0) return;
    own.splice(index, 1);
    if (own.length === 0) idle.delete(origin);
    void client.destroy();
  };
  const make = (origin: string): Connection => {
    busy += 1;
    const client = new Client(origin, {
      connect,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    });
    client.on("disconnect", () => forget(origin, client));
    return { client, isReused: false };
  };

  return {
    take(origin) {
      const client = idle.get(origin)?.pop();
      if (!client) return make(origin);
      busy += 1;
      return { client, isReused: true };
    },
    create: make,
    giveBack(origin, { client }) {
      const own = idle.get(origin);
      if (own) own.push(client);
      else idle.set(origin, [client]);
      onIdle();
    },
    discard({ client }) {
      void client.destroy();
      onIdle();
    },
    async close() {
      if (busy > 0) {
        await new Promise<void>((resolve) => {
          resolveIdle = resolve;
        });
      }
      const left = [...idle.values()].flat();
      idle.clear();
      await Promise.all(left.map((client) => client.destroy()));
    },
  };
}
