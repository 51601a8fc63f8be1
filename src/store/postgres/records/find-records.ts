import type pg from "pg";
import type { Store, Versioned } from "../../port/store.ts";
import type { Kind, Records } from "../../records.ts";
import { createBatchQueue } from "../connection/batch-queue.ts";
import { kinds, type RecordRow, selected, tableOf, toText, toVersioned } from "./columns.ts";

type Found = Versioned<Records[Kind]> | undefined;

/**
 * Finds records by id. What is looked for in one turn of the event loop, or while a query runs, is
 * one query: a run reads its record after each change, and many run at a time.
 */
export function createFinder(pool: Pick<pg.Pool, "query">): Store["find"] {
  const finders = new Map(
    kinds.map((kind) => [
      kind,
      createBatchQueue().operation<string, Found>((ids) => findRecords(pool, kind, ids)),
    ]),
  );
  return <K extends Kind>(kind: K, id: string) =>
    finders.get(kind)!(id) as Promise<Versioned<Records[K]> | undefined>;
}

async function findRecords(
  pool: Pick<pg.Pool, "query">,
  kind: Kind,
  ids: string[],
): Promise<Found[]> {
  const texts = ids.map(toText);
  const { rows } = await pool.query<RecordRow & { id: string }>(
    `SELECT id, ${selected(kind)} FROM ${tableOf(kind)} WHERE id = ANY($1::text[])`,
    [[...new Set(texts)]],
  );
  const byId = new Map(rows.map((row) => [row.id, toVersioned(row)]));
  return texts.map((id) => byId.get(id));
}
