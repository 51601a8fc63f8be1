import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../../core/errors.ts";
import { syncFolder, writeDurably } from "../../../core/write-durably.ts";
import { isBlobName } from "../../port/store.ts";
import type { BlobRange } from "../../records.ts";
import { writeFailed } from "../files/errors.ts";

function pathOf(dir: string, name: string): string {
  if (!isBlobName(name)) {
    throw new AppError("internal_error", `Not a blob name: ${JSON.stringify(name)}.`);
  }
  return join(dir, "blobs", name);
}

// For unfinished blobs; no blob folder can have this name.
const unfinished = (dir: string) => join(dir, "blobs", "~unfinished");

/** Removes blobs that a crash left half-written. */
export async function clearUnfinishedBlobs(dir: string): Promise<void> {
  await rm(unfinished(dir), { recursive: true, force: true });
}

async function makeFolders(dir: string, folder: string): Promise<void> {
  await mkdir(unfinished(dir), { recursive: true, mode: 0o700 });
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (created) await Promise.all([syncFolder(dir), syncFolder(dirname(folder))]);
}

/** Writes a blob atomically; durable when the promise resolves. */
export async function putBlob(
  dir: string,
  { name, data }: { name: string; data: Uint8Array },
): Promise<void> {
  const path = pathOf(dir, name);
  const folder = dirname(path);
  const temporaryPath = join(unfinished(dir), randomUUID());
  const write = () => writeDurably(path, data, { temporaryPath });
  try {
    try {
      await write();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      await makeFolders(dir, folder);
      await write();
    }
  } catch (error) {
    throw writeFailed(error);
  }
}

export async function getBlob(
  dir: string,
  name: string,
  range?: BlobRange,
): Promise<Uint8Array | undefined> {
  try {
    return range ? await readRange(pathOf(dir, name), range) : await readFile(pathOf(dir, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function readRange(path: string, { offset, length }: BlobRange): Promise<Uint8Array> {
  const handle = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await handle.read(buffer, 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

export async function removeBlob(dir: string, name: string): Promise<void> {
  await rm(pathOf(dir, name), { force: true });
}
