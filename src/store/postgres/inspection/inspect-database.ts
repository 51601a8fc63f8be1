import type pg from "pg";
import { withPool } from "../connection/with-pool.ts";
import { storedFingerprint } from "../content/stored-fingerprint.ts";
import { databaseVersion } from "../migrations/database-version.ts";
import { migrations } from "../migrations/migrate.ts";

export interface SeenServer {
  id: string;
  seenSecondsAgo: number;
}

export interface DatabaseFacts {
  /** "17.2" */
  postgres: string;
  /** 170002 */
  postgresNumber: number;
  /** A standby, or read-only by its settings. */
  readOnly: boolean;
  /** Version of the tables; 0 when there are none. */
  version: number;
  /** The version that this program knows. */
  knownVersion: number;
  /** Of the secret key of its servers; null before the first one. */
  keyFingerprint: string | null;
  /** Servers that have not stopped, seen last first. */
  servers: SeenServer[];
}

type Client = Pick<pg.ClientBase, "query">;

/** Reads what matters to a server over the database. Changes nothing, and servers may be running. */
export function inspectDatabase(url: string): Promise<DatabaseFacts> {
  return withPool(url, async (pool) => {
    const version = await databaseVersion(pool);
    const hasTables = version > 0;
    return {
      ...(await settingsOf(pool)),
      version,
      knownVersion: migrations.length,
      keyFingerprint: hasTables ? await storedFingerprint(pool) : null,
      servers: hasTables ? await seenServers(pool) : [],
    };
  });
}

async function settingsOf(
  client: Client,
): Promise<Pick<DatabaseFacts, "postgres" | "postgresNumber" | "readOnly">> {
  const { rows } = await client.query<{ version: string; number: number; read_only: string }>(
    `SELECT current_setting('server_version') AS version,
       current_setting('server_version_num')::int AS number,
       current_setting('transaction_read_only') AS read_only`,
  );
  const { version = "", number = 0, read_only } = rows[0] ?? {};
  return {
    // "17.2 (Debian 17.2-1)"
    postgres: version.split(" ", 1)[0] ?? version,
    postgresNumber: number,
    readOnly: read_only === "on",
  };
}

async function seenServers(client: Client): Promise<SeenServer[]> {
  const { rows } = await client.query<{ id: string; seconds: number }>(
    `SELECT id, extract(epoch FROM clock_timestamp() - seen_at)::int AS seconds
     FROM inquest.server ORDER BY seen_at DESC`,
  );
  return rows.map(({ id, seconds }) => ({ id, seenSecondsAgo: seconds }));
}
