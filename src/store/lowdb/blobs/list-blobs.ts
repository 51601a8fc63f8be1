import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isBlobName } from "../../port/store.ts";

export interface StoredBlob {
  name: string;
  path: string;
  bytes: number;
  /** Epoch ms. */
  writtenAt: number;
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

/** Every finished blob of a data folder, except those removed meanwhile. */
export async function* listBlobs(dir: string): AsyncGenerator<StoredBlob> {
  const root = join(dir, "blobs");
  for (const folder of await namesIn(root)) {
    for (const file of await namesIn(join(root, folder))) {
      const name = `${folder}/${file}`;
      if (!isBlobName(name)) continue;
      const path = join(root, name);
      const found = await stat(path).catch(() => null);
      if (found) yield { name, path, bytes: found.size, writtenAt: found.mtimeMs };
    }
  }
}
