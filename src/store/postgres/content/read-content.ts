import type pg from "pg";
import {
  type NamedBlob,
  type RecordBatch,
  recordsPerBatch,
  type StoredContent,
} from "../../port/content.ts";
import { getBlob } from "../blobs/blobs.ts";
import { kinds, type RecordRow, selected, tableOf, toVersioned } from "../records/columns.ts";
import { readCursor } from "./read-cursor.ts";

type Client = Pick<pg.ClientBase, "query">;

/** Everything in the database, as the transaction of `client` sees it. */
export function readContent(client: Client): StoredContent {
  return { records: () => readRecords(client), blobs: () => readBlobs(client) };
}

async function* readRecords(client: Client): AsyncGenerator<RecordBatch> {
  for (const kind of kinds) {
    const query = `SELECT ${selected(kind)} FROM ${tableOf(kind)}`;
    const parts = readCursor<RecordRow>(client, { name: "record", query, size: recordsPerBatch });
    for await (const rows of parts)
      yield { kind, records: rows.map((row) => toVersioned(row).record) };
  }
}

/** One at a time: a blob may have many megabytes. */
async function* readBlobs(client: Client): AsyncGenerator<NamedBlob> {
  const names = { name: "blob", query: "SELECT name FROM inquest.blob", size: 1000 };
  for await (const rows of readCursor<{ name: string }>(client, names)) {
    for (const { name } of rows) {
      const data = await getBlob(client, name);
      if (data) yield { name, data };
    }
  }
}
