import { type Column, columnsOf, kinds, tableOf } from "../records/columns.ts";

const sqlType: Record<Column["type"], string> = {
  text: 'text COLLATE "C"',
  epoch_ms: "bigint",
};

/**
 * A table per kind. Ids compare by bytes (`COLLATE "C"`), as they do in the embedded store. Records
 * are `json`, not `jsonb`: a text in a record may contain NUL, which `jsonb` rejects, and a
 * delivery's body must keep the order of its keys.
 */
function recordTable(kind: (typeof kinds)[number]): string {
  const table = tableOf(kind);
  const columns = columnsOf(kind);
  const indexed = columns.filter(({ isIndexed }) => isIndexed);
  const isJob = columns.some(({ name }) => name === "due_at");
  return `
    CREATE TABLE ${table} (
      id text COLLATE "C" PRIMARY KEY,
      account_id text COLLATE "C" NOT NULL,
      revision bigint NOT NULL,
      record json NOT NULL
      ${columns.map(({ name, type }) => `, ${name} ${sqlType[type]}`).join("\n      ")}
      ${isJob ? ", lease_worker text, lease_until bigint, lease_server text" : ""}
    );
    CREATE INDEX ON ${table} (account_id, id);
    ${indexed.map(({ name }) => `CREATE INDEX ON ${table} (account_id, ${name}, id);`).join("\n    ")}
    ${
      isJob
        ? `CREATE INDEX ON ${table} (due_at, id) WHERE due_at IS NOT NULL;
    CREATE INDEX ON ${table} (lease_server) WHERE lease_server IS NOT NULL;`
        : ""
    }`;
}

/** Records, blobs, and the sequence of revisions. */
export const recordsMigration = `
  ${kinds.map(recordTable).join("\n")}
  CREATE INDEX ON inquest.delivery (subscription_id, due_at, id) WHERE due_at IS NOT NULL;

  CREATE SEQUENCE inquest.revision;

  -- Apart from the records, so that reading those never reads large values. Uncompressed (EXTERNAL):
  -- a range of a compressed value can't be read without all of it.
  CREATE TABLE inquest.blob (name text COLLATE "C" PRIMARY KEY, data bytea NOT NULL);
  ALTER TABLE inquest.blob ALTER COLUMN data SET STORAGE EXTERNAL;

  -- One row: what all servers must have in common.
  CREATE TABLE inquest.installation (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    key_fingerprint text NOT NULL
  );

  CREATE TABLE inquest.server (
    id text PRIMARY KEY,
    seen_at timestamptz NOT NULL DEFAULT now(),
    -- Of graphile-worker, whose locks name them.
    worker_pools text[] NOT NULL DEFAULT '{}'
  );
`;
