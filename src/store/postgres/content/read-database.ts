import type { StoredContent } from "../../port/content.ts";
import { inTransaction } from "../connection/in-transaction.ts";
import { withPool } from "../connection/with-pool.ts";
import { databaseEmpty, requireVersion } from "../migrations/database-version.ts";
import { excludeServers } from "./exclude-servers.ts";
import { readContent } from "./read-content.ts";
import { storedFingerprint } from "./stored-fingerprint.ts";

export interface ReadDatabase {
  content: StoredContent;
  /** Of the secret key of its servers. */
  keyFingerprint: string;
}

/** Reads a database as it is at one moment, while no server uses it. Nothing is changed. */
export function readDatabase<T>(
  url: string,
  read: (database: ReadDatabase) => Promise<T>,
): Promise<T> {
  return withPool(url, async (pool) => {
    await requireVersion(pool);
    return inTransaction(pool, async (client) => {
      await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      // The first statement that reads: what it sees is what all others see.
      await excludeServers(client);
      const keyFingerprint = await storedFingerprint(client);
      if (keyFingerprint === null) throw databaseEmpty();
      return read({ content: readContent(client), keyFingerprint });
    });
  });
}
