import { type buildConnector, Client } from "undici";

/** Many servers close idle connections after 5 s; sooner than they do, we do. */
const keepAliveMs = 4_000;

/** A connection that serves one attempt at a time. */
export interface Connection {
  client: Client;
  /** It has served another attempt before. */
  isReused: boolean;
}

/** Connections that are kept for the next attempts, by origin. */
export interface Connections {
  /** The one that was given back last, or a new one. */
  take(origin: string): Connection;
  make(origin: string): Connection;
  /** Gives back one whose response was read to its end. */
  keep(origin: string, connection: Connection): void;
  /** Ends one that is in an unknown state. */
  end(connection: Connection): void;
  /** Resolves when no attempt is under way any more, and no connection left. */
  close(): Promise<void>;
}

/**
 * An undici client each, and no pool of its own: to drop a request that is under way, a pool
 * connects to the receiver once more.
 */
export function createConnections(connect: buildConnector.connector): Connections {
  const idle = new Map<string, Client[]>();
  let busy = 0;
  let allEnded: (() => void) | undefined;

  const done = () => {
    busy -= 1;
    if (busy === 0) allEnded?.();
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
    make,
    keep(origin, { client }) {
      const own = idle.get(origin);
      if (own) own.push(client);
      else idle.set(origin, [client]);
      done();
    },
    end({ client }) {
      void client.destroy();
      done();
    },
    async close() {
      if (busy > 0) {
        await new Promise<void>((resolve) => {
          allEnded = resolve;
        });
      }
      const left = [...idle.values()].flat();
      idle.clear();
      await Promise.all(left.map((client) => client.destroy()));
    },
  };
}
