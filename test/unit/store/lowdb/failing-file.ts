import {
  type JournalFile,
  type OpenJournalFile,
  openJournalFile,
} from "../../../../src/store/lowdb/journal/journal-writer.ts";

/** A disk that can be told to fail; see `openFile`. */
export interface Disk {
  openFile: OpenJournalFile;
  /** Bytes it still accepts; a larger write is written in part, then fails with ENOSPC. */
  room: number;
  /** Operations that fail with EIO. A write whose sync fails has still reached the file. */
  broken: Set<"sync" | "truncate">;
  /** Called when a write has reached the file, before it counts as durable. */
  beforeSync: () => Promise<void>;
}

const diskError = (code: string) =>
  Object.assign(new Error(`${code}: write '/secret/path'`), { code });

export function aDisk(): Disk {
  const disk: Disk = {
    room: Number.POSITIVE_INFINITY,
    broken: new Set(),
    beforeSync: async () => undefined,
    openFile: async (path) => {
      const file = await openJournalFile(path);
      return {
        ...file,
        write: async (data, position) => {
          const taken = data.subarray(0, Math.min(data.length, disk.room));
          await file.write(taken, position);
          if (taken.length < data.length) throw diskError("ENOSPC");
          await disk.beforeSync();
          if (disk.broken.has("sync")) throw diskError("EIO");
        },
        truncate: async (length) => {
          if (disk.broken.has("truncate")) throw diskError("EIO");
          await file.truncate(length);
        },
      } satisfies JournalFile;
    },
  };
  return disk;
}
