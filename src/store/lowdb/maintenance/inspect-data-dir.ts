import {
  type InvestigationRecord,
  type Kind,
  receiptBlobs,
  rowsBlob,
  type SnapshotRecord,
} from "../../records.ts";
import { listBlobs } from "../blobs/list-blobs.ts";
import type { Damage } from "../files/errors.ts";
import { type LoadedFile, loadDataDir } from "../load/load-data-dir.ts";
import { upgradeSteps } from "../tables/format.ts";
import type { Tables } from "../tables/tables.ts";

export interface DataDirReport {
  format: number;
  /** The last intact commit. */
  sequence: number;
  checkpoint: LoadedFile | null;
  journals: LoadedFile[];
  records: Partial<Record<Kind, number>>;
  /** `missing`: referenced by a record but absent. `orphaned`: not referenced, left by a crash. */
  blobs: { count: number; bytes: number; missing: string[]; orphaned: string[] };
  /** Damage that prevents the store from opening. */
  damage: Damage[];
  /** Unfinished bytes at the end of the journal; the next start removes them. */
  tornTail: Damage | null;
  /** Files that the next start removes. */
  obsolete: string[];
}

/** The blobs of investigations, of their rows and receipts, of snapshots and of the answers beside those. */
function* referencedBlobs(tables: Tables): Generator<string> {
  for (const { record } of tables.table("investigation").rows.values()) {
    const investigation = record as InvestigationRecord;
    if (investigation.blob) yield investigation.blob;
    if (investigation.rows) yield rowsBlob(investigation.id);
    yield* receiptBlobs(investigation);
  }
  for (const { record } of tables.table("snapshot").rows.values()) {
    const { blob, answers } = record as SnapshotRecord;
    yield blob;
    if (answers) yield answers.blob;
  }
}

/** Inspects a data folder without changing it. While a server writes to it, the newest writes may look torn. */
export async function inspectDataDir(dir: string): Promise<DataDirReport> {
  const loaded = await loadDataDir(dir, upgradeSteps);
  const present = new Set<string>();
  let bytes = 0;
  for await (const blob of listBlobs(dir)) {
    present.add(blob.name);
    bytes += blob.bytes;
  }
  const referenced = new Set(referencedBlobs(loaded.tables));
  const missing = [...referenced].filter((name) => !present.has(name));
  const orphaned = [...present].filter((name) => !referenced.has(name));
  return {
    format: loaded.format,
    sequence: loaded.sequence,
    checkpoint: loaded.checkpoint,
    journals: loaded.journals,
    records: loaded.tables.counts(),
    blobs: { count: present.size, bytes, missing, orphaned },
    damage: loaded.damage,
    tornTail: loaded.tail,
    obsolete: loaded.obsolete,
  };
}
