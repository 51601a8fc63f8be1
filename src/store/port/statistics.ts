import type { JobKind, Kind } from "../records.ts";

export interface StoreStatistics {
  /** Of a large table in a database, an estimate. */
  records: Partial<Record<Kind, number>>;
}

/** The jobs of a kind that are due and that no worker holds. */
export interface QueueStatistics {
  depth: number;
  /** When the first of them became due, epoch ms; null if there is none. */
  oldestDueAt: number | null;
}

export type Queues = Record<JobKind, QueueStatistics>;

/** The database of a store, and the servers that share it. */
export interface DatabaseStatistics {
  /** This server's connections. */
  connections(): ConnectionStatistics;
  /** Servers that run, with one that died in the last seconds. */
  servers(): Promise<number>;
}

export interface ConnectionStatistics {
  total: number;
  idle: number;
  /** Statements that wait for a connection. */
  waiting: number;
}
