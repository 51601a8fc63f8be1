/** One of the compared delivery systems; the benchmark starts each in its own process. */
export interface Peer {
  /** Resolves when the event can't be lost any more; gives its id. */
  publish(lane: number): Promise<string>;
  stop(): Promise<void>;
}

export interface PeerOptions {
  /** Where the events of each lane go. */
  urls: string[];
  /** PEM of the receiver's CA. */
  ca: string;
  /** Socket of a Redis; "" where none is needed. */
  redis: string;
  /** URL of a PostgreSQL database; "" where none is needed. */
  database: string;
}

/** Of requests at once: what inquest allows itself. */
export const concurrency = 200;
export const secret = `whsec_${Buffer.alloc(33, 7).toString("base64")}`;
