import type pg from "pg";
import { AppError } from "../../../core/errors.ts";
import type { ContentTarget, RecordBatch } from "../../port/content.ts";
import type { Kind } from "../../records.ts";
import { putBlob } from "../blobs/blobs.ts";
import { writeStates } from "../commits/write-states.ts";
import { inTransaction } from "../connection/in-transaction.ts";
import { withPool } from "../connection/with-pool.ts";
import { migrate } from "../migrations/migrate.ts";
import { kinds, tableOf } from "../records/columns.ts";
import { excludeServers } from "./exclude-servers.ts";
import { readContent } from "./read-content.ts";
import { storedFingerprint } from "./stored-fingerprint.ts";

type Client = Pick<pg.ClientBase, "query">;

export interface DatabaseToFill {
  url: string;
  /** Of the secret key that its servers will have. */
  keyFingerprint: string;
}

/** Fills an empty database in one transaction, which is rolled back if `fill` fails. */
export function fillDatabase<T>(
  { url, keyFingerprint }: DatabaseToFill,
  fill: (target: ContentTarget) => Promise<T>,
): Promise<T> {
  return withPool(url, async (pool) => {
    await migrate(pool);
    return inTransaction(pool, async (client) => {
      await excludeServers(client);
      await refuseUnlessEmpty(client);
      await bindKey(client, keyFingerprint);
      const result = await fill(targetIn(client));
      // Without statistics the first queries would not use the indexes.
      await client.query(`ANALYZE ${kinds.map(tableOf).join(", ")}`);
      return result;
    });
  });
}

async function refuseUnlessEmpty(client: Client): Promise<void> {
  const tables = [...kinds.map(tableOf), "inquest.blob"];
  const exists = tables.map((table) => `EXISTS (SELECT FROM ${table})`);
  const { rows } = await client.query<{ filled: boolean }>(
    `SELECT ${exists.join(" OR ")} AS filled`,
  );
  if (!rows[0]?.filled) return;
  throw new AppError("database_not_empty", "The database has records already.", { kind: "usage" });
}

async function bindKey(client: Client, fingerprint: string): Promise<void> {
  const stored = await storedFingerprint(client);
  if (stored !== null && stored !== fingerprint) throw otherKey();
  if (stored === null)
    await client.query("INSERT INTO inquest.installation (key_fingerprint) VALUES ($1)", [
      fingerprint,
    ]);
}

function otherKey(): AppError {
  return new AppError("other_secret_key", "The database's servers have another secret key.", {
    subject: "database",
    kind: "usage",
  });
}

function targetIn(client: Client): ContentTarget {
  return {
    putRecords: (batch) => insertRecords(client, batch),
    putBlob: (blob) => putBlob(client, blob),
    written: async () => readContent(client),
  };
}

async function insertRecords(client: Client, { kind, records }: RecordBatch): Promise<void> {
  if (!kinds.includes(kind)) throw unknownKind(kind);
  await writeStates(client, {
    states: new Map([[kind, new Map(records.map((record) => [record.id, record]))]]),
    isNew: () => true,
    // No record has a lease, and no server is there to be notified.
    server: "",
    notifications: [],
  });
}

function unknownKind(kind: Kind): AppError {
  return new AppError(
    "store_too_new",
    `The data folder has records of a kind that this version of inquest doesn't know: ${kind}.`,
    { hint: "Use the version of inquest that wrote them, or a newer one." },
  );
}
