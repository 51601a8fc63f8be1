import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { writeDurably } from "../../../core/write-durably.ts";
import { listBlobs } from "../blobs/list-blobs.ts";
import { listDataFiles } from "../files/data-files.ts";
import { tarEnd, tarHeader, tarPadding } from "./tar.ts";

export interface BackupSummary {
  file: string;
  /** Size of the backup. */
  bytes: number;
  blobs: number;
}

/** Without these, secrets in the records can't be decrypted and agents refuse every plan. */
export const keyFiles = ["secret.key", "plan.key"];

async function* wholeFile(path: string, entryPath: string): AsyncGenerator<Buffer> {
  const data = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!data) return;
  yield tarHeader({ path: entryPath, bytes: data.length });
  yield data;
  yield tarPadding(data.length);
}

/** The first `bytes` of a file that may be growing. */
async function* fileStart(path: string, bytes: number): AsyncGenerator<Buffer> {
  yield tarHeader({ path: basename(path), bytes });
  if (bytes > 0) yield* createReadStream(path, { end: bytes - 1 });
  yield tarPadding(bytes);
}

/**
 * The archive's bytes. The checkpoint comes first and its journal last, so that the server
 * refuses to open a folder from an interrupted restore.
 */
async function* archive(
  dir: string,
  { journalBytes, counted }: { journalBytes: number; counted: () => void },
): AsyncGenerator<Buffer> {
  const { checkpoints, journals } = await listDataFiles(dir);
  const checkpoint = checkpoints.at(-1)!;
  yield* fileStart(checkpoint.path, (await stat(checkpoint.path)).size);
  for (const name of keyFiles) yield* wholeFile(join(dir, name), name);
  for await (const blob of listBlobs(dir)) {
    yield* wholeFile(blob.path, `blobs/${blob.name}`);
    counted();
  }
  yield* fileStart(journals.at(-1)!.path, journalBytes);
  yield tarEnd;
}

/**
 * Writes checkpoint, journal (its first `journalBytes`), blobs and keys as a gzipped tar. The
 * caller sees to it that no checkpoint changes the files meanwhile. Blobs are written before
 * records refer to them, so those listed after the journal was cut are all that it needs.
 *
 * The file holds keys and secrets and is as sensitive as the folder itself: its mode is 0600.
 */
export async function writeBackup(
  dir: string,
  { file, journalBytes }: { file: string; journalBytes: number },
): Promise<BackupSummary> {
  let blobs = 0;
  const counted = () => {
    blobs++;
  };
  await writeDurably(file, (handle) =>
    pipeline(
      Readable.from(archive(dir, { journalBytes, counted })),
      createGzip({ level: 6 }),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const part of compressed) await handle.writeFile(part);
      },
    ),
  );
  return { file, bytes: (await stat(file)).size, blobs };
}
