import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Cell } from "../../contract/common.ts";
import type { Answer } from "../../contract/summary.ts";
import { readJsonBlob, type Store } from "../../store/port/store.ts";
import { type BlobRange, type RowsIndex, rowsBlob } from "../../store/records.ts";
import { maxStoredBytes, maxStoredRows } from "../model/limits.ts";
import { shareRows } from "./host-shares.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A page of the size that the API allows is one batch or parts of two. */
const batchRows = 200;

/** Stores all rows if the answer lacks some of them. The caller commits the record with the index. */
export async function storeRows(
  store: Pick<Store, "putBlob">,
  id: string,
  { answer, allRows }: { answer: Answer | null; allRows: Answer | null },
): Promise<BlobRange | null> {
  if (!answer || !allRows || allRows.rows.length <= answer.rows.length) return null;
  const limits = { rows: maxStoredRows, bytes: maxStoredBytes };
  const [rows = []] = shareRows([allRows.rows], limits);
  const batches: Buffer[] = [];
  for (let at = 0; at < rows.length; at += batchRows)
    batches.push(await compress(JSON.stringify(rows.slice(at, at + batchRows))));
  const { columns, row_count } = allRows;
  const truncated = allRows.truncated || rows.length < row_count;
  const index: RowsIndex = {
    ...{ columns, row_count, truncated },
    ...{ stored: rows.length, batches: rangesOf(batches) },
  };
  const json = Buffer.from(JSON.stringify(index));
  await store.putBlob(rowsBlob(id), Buffer.concat([...batches, json]));
  const offset = batches.reduce((sum, { length }) => sum + length, 0);
  return { offset, length: json.length };
}

function rangesOf(batches: Buffer[]): BlobRange[] {
  let offset = 0;
  return batches.map(({ length }) => {
    const range = { offset, length };
    offset += length;
    return range;
  });
}

/** Stored rows from row `from` (0-based) on; undefined if the blob was deleted. */
export async function readRows(
  store: Store,
  { id, position }: { id: string; position: BlobRange },
  { from, limit }: { from: number; limit: number },
): Promise<(Answer & { stored: number }) | undefined> {
  const index = await readJsonBlob<RowsIndex>(store, rowsBlob(id), position);
  if (!index) return undefined;
  const { batches, ...rest } = index;
  const first = Math.floor(from / batchRows);
  const read: Cell[][] = [];
  for (const range of batches.slice(first, Math.ceil((from + limit) / batchRows))) {
    const data = await store.getBlob(rowsBlob(id), range);
    if (!data) return undefined;
    read.push(...(JSON.parse((await decompress(data)).toString("utf8")) as Cell[][]));
  }
  const start = from - first * batchRows;
  return { ...rest, rows: read.slice(start, start + limit) };
}
