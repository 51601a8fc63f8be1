import { readFile } from "node:fs/promises";
import {
  type NamedBlob,
  type RecordBatch,
  recordsPerBatch,
  type StoredContent,
} from "../../port/content.ts";
import type { Kind } from "../../records.ts";
import { listBlobs } from "../blobs/list-blobs.ts";
import { rethrowAsUnusable } from "../files/errors.ts";
import { loadSoundDataDir } from "../load/load-data-dir.ts";
import { upgradeSteps } from "../tables/format.ts";
import type { Tables } from "../tables/tables.ts";

/** Reads everything in a data folder, whose lock the caller holds. Nothing is changed. */
export async function readDataDir(dir: string): Promise<StoredContent> {
  const { tables } = await loadSoundDataDir(dir, upgradeSteps);
  return {
    records: () => batchesOf(tables),
    blobs: () => blobsIn(dir),
  };
}

async function* batchesOf(tables: Tables): AsyncGenerator<RecordBatch> {
  for (const kind of tables.kinds()) {
    const records = [...tables.table(kind).rows.values()].map(({ record }) => record);
    for (let at = 0; at < records.length; at += recordsPerBatch)
      yield { kind: kind as Kind, records: records.slice(at, at + recordsPerBatch) };
  }
}

async function* blobsIn(dir: string): AsyncGenerator<NamedBlob> {
  for await (const { name, path } of listBlobs(dir))
    yield { name, data: await readFile(path).catch(rethrowAsUnusable) };
}
