import type { InvestigationRecord, Kind, SnapshotRecord } from "../port.ts";
import type { Damage } from "./errors.ts";
import { upgradeSteps } from "./format.ts";
import { listBlobs } from "./list-blobs.ts";
import { type LoadedFile, loadDataDir } from "./load.ts";
import type { Tables } from "./tables.ts";

export interface DataDirReport {
  format: number;
  /** The last commit that is whole. */
  sequence: number;
  checkpoint: LoadedFile | null;
  journals: LoadedFile[];
  records: Partial<Record<Kind, number>>;
  blobs: { count: number; bytes: number; missing: string[] };
  /** What keeps the store from opening. */
  damage: Damage[];
  /** Unfinished bytes at the end of the journal, which the next start drops. */
  tornTail: Damage | null;
  /** Files that the next start removes. */
  obsolete: string[];
}

/** An investigation names one blob, a snapshot one with all its tables. */
function* blobsReferredTo(tables: Tables): Generator<string> {
  for (const { record } of tables.table("investigation").rows.values()) {
    const { blob } = record as InvestigationRecord;
    if (blob) yield blob;
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
  const missing = [...blobsReferredTo(loaded.tables)].filter((name) => !present.has(name));
  return {
    format: loaded.format,
    sequence: loaded.sequence,
    checkpoint: loaded.checkpoint,
    journals: loaded.journals,
    records: loaded.tables.counts(),
    blobs: { count: present.size, bytes, missing },
    damage: loaded.damage,
    tornTail: loaded.tail,
    obsolete: loaded.obsolete,
  };
}
