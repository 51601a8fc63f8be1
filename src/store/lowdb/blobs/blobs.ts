import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../../core/errors.ts";
import type { BlobRange } from "../../records.ts";
import { syncDir } from "../files/data-files.ts";
import { writeFailed } from "../files/errors.ts";

const namePart = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/** Whether `name` is `folder/name`, which can't point out of the blobs folder. */
export function isBlobName(name: string): boolean {
  const parts = name.split("/");
  return parts.length === 2 && parts.every((part) => namePart.test(part));
}

function pathOf(dir: string, name: string): string {
  if (!isBlobName(name)) {
    throw new AppError("internal_error", `Not a blob name: ${JSON.stringify(name)}.`);
  }
  return join(dir, "blobs", name);
}

// Unfinished blobs; no blob's folder can have this name.
const unfinished = (dir: string) => join(dir, "blobs", "~unfinished");

/** Removes what a crash left half-written. */
export async function clearUnfinishedBlobs(dir: string): Promise<void> {
  await rm(unfinished(dir), { recursive: true, force: true });
}

async function writeDurably(dir: string, path: string, data: Uint8Array): Promise<void> {
  const temporary = join(unfinished(dir), randomUUID());
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function makeFolders(dir: string, folder: string): Promise<void> {
  await mkdir(unfinished(dir), { recursive: true, mode: 0o700 });
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (created) await Promise.all([syncDir(dir), syncDir(dirname(folder))]);
}

/** Writes a blob whole or not at all; durable when the promise resolves. */
export async function putBlob(
  dir: string,
  { name, data }: { name: string; data: Uint8Array },
): Promise<void> {
  const path = pathOf(dir, name);
  const folder = dirname(path);
  try {
    try {
      await writeDurably(dir, path, data);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      await makeFolders(dir, folder);
      await writeDurably(dir, path, data);
    }
    await syncDir(folder);
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
