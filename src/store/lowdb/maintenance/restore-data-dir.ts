import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createGunzip } from "node:zlib";
import { AppError } from "../../../core/errors.ts";
import { openRegularFile } from "../../../core/files/read-regular-file.ts";
import { syncFolder } from "../../../core/write-durably.ts";
import { isBlobName } from "../../port/store.ts";
import { readTar } from "../backup/tar.ts";
import { keyFiles } from "../backup/write-backup.ts";

import { makeDataDir } from "../files/make-data-dir.ts";
import { loadSoundDataDir } from "../load/load-data-dir.ts";
import { upgradeSteps } from "../tables/format.ts";

export interface RestoreSummary {
  dir: string;
  files: number;
  records: number;
}

function isBackupPath(path: string): boolean {
  return (
    /^(checkpoint-\d{16}\.json|journal-\d{16}\.jsonl)$/.test(path) ||
    keyFiles.includes(path) ||
    (path.startsWith("blobs/") && isBlobName(path.slice("blobs/".length)))
  );
}

async function writeEntry(path: string, body: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const part of body) await handle.writeFile(part);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function unpack(file: string, dir: string): Promise<number> {
  const packed = createReadStream(file, { fd: openRegularFile(file).descriptor });
  const bytes = packed.pipe(createGunzip());
  packed.on("error", (error) => bytes.destroy(error));
  const folders = new Set([dir]);
  let files = 0;
  try {
    await readTar(bytes, async ({ path }, body) => {
      if (!isBackupPath(path))
        throw new Error(`${JSON.stringify(path)} does not belong in a backup`);
      await writeEntry(join(dir, path), body);
      folders.add(dirname(join(dir, path)));
      files++;
    });
  } finally {
    packed.destroy();
    bytes.destroy();
  }
  for (const folder of folders) await syncFolder(folder);
  return files;
}

async function refuseUnlessEmpty(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (names.length === 0) return;
  throw new AppError("data_dir_not_empty", `The folder to restore into is not empty: ${dir}.`);
}

/** Unpacks a backup into a new or empty folder and verifies it. On failure the folder is emptied. */
export async function restoreDataDir(file: string, dir: string): Promise<RestoreSummary> {
  await refuseUnlessEmpty(dir);
  await makeDataDir(dir);
  try {
    const files = await unpack(file, dir);
    const { checkpoint, tables } = await loadSoundDataDir(dir, upgradeSteps);
    if (!checkpoint) throw new Error("it contains no checkpoint");
    const records = Object.values(tables.counts()).reduce((a, b) => a + b, 0);
    return { dir, files, records };
  } catch (error) {
    for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true });
    if (error instanceof AppError && error.code !== "store_damaged") throw error;
    throw new AppError("backup_unreadable", `The backup can't be restored: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ENOENT" ? "no such file" : message;
}
