import { readdir } from "node:fs/promises";
import { join } from "node:path";

const digits = 16;
const numbered = (sequence: number) => String(sequence).padStart(digits, "0");

/** The journal whose first line will be commit `sequence`. */
export function journalName(sequence: number): string {
  return `journal-${numbered(sequence)}.jsonl`;
}

/** The checkpoint that contains every commit up to `sequence`. */
export function checkpointName(sequence: number): string {
  return `checkpoint-${numbered(sequence)}.json`;
}

export interface DataFile {
  name: string;
  path: string;
  sequence: number;
}

export interface DataFiles {
  /** Oldest first. */
  checkpoints: DataFile[];
  journals: DataFile[];
  /** Files that a crash left half-written; nothing refers to them. */
  leftovers: string[];
}

/** The store's files in a data folder; empty when the folder does not exist. */
export async function listDataFiles(dir: string): Promise<DataFiles> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  names.sort();
  const matching = (pattern: RegExp): DataFile[] =>
    names.flatMap((name) => {
      const match = pattern.exec(name);
      return match ? [{ name, path: join(dir, name), sequence: Number(match[1]) }] : [];
    });
  return {
    checkpoints: matching(/^checkpoint-(\d{16})\.json$/),
    journals: matching(/^journal-(\d{16})\.jsonl$/),
    leftovers: names.filter((name) => /^checkpoint-\d{16}\.json\.tmp$/.test(name)),
  };
}
