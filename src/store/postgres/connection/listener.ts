import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { backoffMs } from "../../../core/backoff.ts";
import { createClient } from "./create-pool.ts";

export interface ListenerOptions {
  url: string;
  channels: Record<string, (payload: string) => void>;
  /** The connection was lost and is there again: notifications in between are lost. */
  onMissed(): void;
  onError(error: unknown): void;
}

export interface Listener {
  close(): Promise<void>;
}

const reconnect = { baseMs: 200, capMs: 5_000, random: Math.random };
/** A connection that a firewall has dropped doesn't report its end. */
const probeEveryMs = 15_000;
const probeTimeoutMs = 5_000;

/** Listens on a connection of its own, which is made anew whenever it breaks. Resolves once it listens. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const closing = new AbortController();
  const { signal } = closing;
  let connection = await connect(options);

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      await connection.ended;
      for (let failures = 0; !signal.aborted; failures++) {
        try {
          connection = await connect(options);
          break;
        } catch (error) {
          if (failures === 0) options.onError(error);
          await delay(backoffMs(failures, reconnect), undefined, { signal }).catch(() => undefined);
        }
      }
      if (!signal.aborted) options.onMissed();
    }
  }

  const kept = keepListening();
  return {
    async close() {
      closing.abort();
      connection.end();
      await kept;
      // One that was made while closing.
      connection.end();
    },
  };
}

interface Connection {
  /** Resolves when the connection has ended, for whatever reason. */
  ended: Promise<void>;
  end(): void;
}

async function connect({ url, channels, onError }: ListenerOptions): Promise<Connection> {
  const client = createClient(url);
  const ended = new Promise<void>((resolve) => {
    client.once("end", resolve);
    client.on("error", (error) => {
      onError(error);
      resolve();
    });
  });
  client.on("notification", ({ channel, payload = "" }) => channels[channel]?.(payload));
  try {
    await client.connect();
    for (const channel of Object.keys(channels)) await client.query(`LISTEN "${channel}"`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const stopProbing = probe(client, onError);
  const end = () => {
    stopProbing();
    void client.end().catch(() => undefined);
  };
  return { ended: ended.finally(end), end };
}

function probe(client: pg.Client, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    const overdue = setTimeout(() => {
      onError(new Error("The connection for notifications does not respond."));
      // Not `end`, which would wait for a response.
      (
        client as unknown as { connection: { stream: { destroy(): void } } }
      ).connection.stream.destroy();
    }, probeTimeoutMs);
    client.query("SELECT 1").then(
      () => clearTimeout(overdue),
      () => clearTimeout(overdue),
    );
  }, probeEveryMs);
  return () => clearInterval(timer);
}
