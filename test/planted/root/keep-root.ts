import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

/** The root that `build` makes in a folder, made once for what it consists of. */
export async function keepRoot(
  parts: string[],
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const key = createHash("sha256").update(parts.join()).digest("hex");
  const cache = resolve("node_modules/.cache/inquest");
  const root = join(cache, `planted-${key.slice(0, 12)}`);
  if (existsSync(root)) return root;
  mkdirSync(cache, { recursive: true });
  const partial = `${root}.${process.pid}`;
  try {
    await build(partial);
    keep(partial, root);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return root;
}

/** Another run may have built the same root meanwhile. */
function keep(partial: string, root: string): void {
  try {
    renameSync(partial, root);
  } catch (error) {
    if (!existsSync(root)) throw error;
  }
}
