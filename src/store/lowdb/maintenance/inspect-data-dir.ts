import {
  type InvestigationRecord,
  type Kind,
  receiptBlobs,
  type SnapshotRecord,
} from "../../records.ts";
import { listBlobs } from "../blobs/list-blobs.ts";
import type { Damage } from "../files/errors.ts";
import { type LoadedFile, loadDataDir } from "../load/load-data-dir.ts";
import { upgradeSteps } from "../tables/format.ts";
import type { Tables } from "../tables/tables.ts";

export interface DataDirReport {
  format: number;
  /** The last commit that is whole. */
  sequence: number;
  checkpoint: LoadedFile | null;
  journals: LoadedFile[];
  records: Partial<Record<Kind, number>>;
  /** `missing` are those that a record refers to, `orphaned` those that none does: a crash left them. */
  blobs: { count: number; bytes: number; missing: string[]; orphaned: string[] };
  /** What keeps the store from opening. */
  damage: Damage[];
  /** Unfinished bytes at the end of the journal, which the next start drops. */
  tornTail: Damage | null;
  /** Files that the next start removes. */
  obsolete: string[];
}

/** An investigation names one blob and counts those of its receipts, a snapshot names one with all its tables. */
function* blobsReferredTo(tables: Tables): Generator<string> {
  for (const { record } of tables.table("investigation").rows.values()) {
    const investigation = record as InvestigationRecord;
    if (investigation.blob) yield investigation.blob;
    yield* receiptBlobs(investigation);
  }
  for (const { record } of tables.table("snapshot").rows.values()) {
    yield (record as SnapshotRecord).blob;
  }
}

/** What is in a data folder and what is wrong with it; reads only. Over a running server's folder its newest writes may look torn. */
export async function inspectDataDir(dir: string): Promise<DataDirReport> {
  const loaded = await loadDataDir(dir, upgradeSteps);
  const present = new Set<string>();
  let bytes = 0;
  for await (const blob of listBlobs(dir)) {
    present.add(blob.name);
    bytes += blob.bytes;
  }
  const referredTo = new Set(blobsReferredTo(loaded.tables));
  const missing = [...referredTo].filter((name) => !present.has(name));
  const orphaned = [...present].filter((name) => !referredTo.has(name));
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
