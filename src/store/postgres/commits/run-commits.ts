import type pg from "pg";
import type { ChangedRecord, CommitResult } from "../../port/store.ts";
import { changedRecords } from "../../port/watchers.ts";
import type { Kind } from "../../records.ts";
import { inTransaction } from "../connection/in-transaction.ts";
import { tableOf, toText } from "../records/columns.ts";
import { type CommitRequest, foldCommits, type Revisions, recordKey } from "./fold-changes.ts";
import { toNotifications } from "./notifications.ts";
import { writeStates } from "./write-states.ts";

export interface CommitOutcome {
  /** One per request, in order. */
  results: CommitResult[];
  changed: ChangedRecord[];
}

/**
 * Commits a batch in one transaction. Expected records are locked first, in one order, so that
 * nothing changes them before the batch is committed.
 */
export async function runCommits(
  pool: pg.Pool,
  requests: CommitRequest[],
  server: string,
): Promise<CommitOutcome> {
  const expectations = requests.flatMap((request) => request.expectations);
  const write = async (client: Pick<pg.ClientBase, "query">, revisions: Revisions) => {
    const { states, results, applied } = foldCommits(requests, revisions);
    const changed = uniqueRecords(changedRecords(applied));
    const expectedAbsent = new Set(
      expectations
        .filter(({ is, kind, id }) => is === "absent" && !revisions.has(recordKey(kind, id)))
        .map(({ kind, id }) => recordKey(kind, id)),
    );
    const isNew = (kind: Kind, id: string) => expectedAbsent.has(recordKey(kind, id));
    const notifications = toNotifications(server, changed);
    if (changed.length > 0) await writeStates(client, { states, isNew, server, notifications });
    return { results, changed };
  };
  // One statement is a transaction of its own.
  if (expectations.length === 0) return write(pool, new Map());
  return inTransaction(pool, async (client) => write(client, await lock(client, expectations)));
}

/** Locks the named records and returns their revisions. The order prevents deadlocks. */
async function lock(client: pg.PoolClient, records: ChangedRecord[]): Promise<Revisions> {
  const revisions: Revisions = new Map();
  const kinds = [...new Set(records.map(({ kind }) => kind))].sort();
  for (const kind of kinds) {
    const ids = records.filter((record) => record.kind === kind).map(({ id }) => id);
    const byText = new Map(ids.map((id) => [toText(id), id]));
    const { rows } = await client.query<{ id: string; revision: string }>(
      `SELECT id, revision FROM ${tableOf(kind)} WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE`,
      [[...byText.keys()]],
    );
    for (const { id, revision } of rows)
      revisions.set(recordKey(kind, byText.get(id) ?? id), Number(revision));
  }
  return revisions;
}

function uniqueRecords(records: ChangedRecord[]): ChangedRecord[] {
  return [
    ...new Map(records.map((record) => [recordKey(record.kind, record.id), record])).values(),
  ];
}
